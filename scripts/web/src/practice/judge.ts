// The judge in the page: the files of the terminal's judge, run by the page's Python.
import type { Ended, Python, State } from "../run/client";
import type { Task } from "./catalogue";

/** As the judge writes it. */
export interface Verdict {
  accepted: boolean;
  reason: string;
  seed: number;
  number: number;
  total: number;
  property: string | string[];
  inputs: [name: string, shown: string][];
  got: string;
  expected: string;
  line: number;
  mistake: string | string[];
  link: string;
  printed: string;
}

export interface Judged {
  verdict: Verdict;
  sentence: string;
  diff: string[] | null; // to the reference; null if the definition is not there
}

export interface Hunted {
  hunt: { code: string; right: string; lines: number[]; diff: string } | null;
}

interface Shelf {
  shelf: Record<string, unknown>;
  modules: string[];
}

export class Judge {
  private readonly held = new Map<string, Promise<string>>();

  constructor(
    readonly python: Python,
    private readonly base: string,
  ) {}

  /** Ask about a task; `job` says what. */
  async ask(task: Task, job: Record<string, unknown>, tell: (state: State) => void): Promise<Ended> {
    try {
      const [files, part] = await Promise.all([this.fetch("judge.json"), this.fetch(`${task.file}.json`)]);
      const { shelf, modules } = JSON.parse(part) as Shelf;
      const texts = await Promise.all(modules.map((name) => this.fetch(`modules/${name}.py`)));
      const sources = Object.fromEntries(modules.map((name, index) => [name, texts[index]]));
      const asked = { task: task.id, file: task.file, define: task.define, reference: task.reference, ...job };
      const whole = { ...asked, shelf: { ...shelf, sources } };
      return await this.python.run("zhixing.practice.core.page", whole, tell, JSON.parse(files));
    } catch (error) {
      return { kind: "unavailable", reason: String(error) };
    }
  }

  private fetch(name: string): Promise<string> {
    const known = this.held.get(name);
    if (known) return known;
    const asked = fetch(this.base + name).then((response) => {
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      return response.text();
    });
    this.held.set(name, asked);
    asked.catch(() => this.held.delete(name)); // the network may come back
    return asked;
  }
}
