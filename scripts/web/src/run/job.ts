// What is said between the page and the worker that holds Python.

/** A card as a module: line of the fence and code of each definition. */
export interface Module {
  path: string;
  blocks: [number, string][];
}

/** One block to run, with every module that it may import. */
export interface Job {
  package: string;
  modules: Record<string, Module>;
  module: string;
  path: string;
  line: number;
  code: string;
}

export interface Step {
  path: string;
  line: number;
  name: string;
  code: string;
}

export interface Failure {
  kind: string;
  message: string;
  steps: Step[];
}

export interface Answer {
  output: string;
  pictures: string[];
  error: Failure | null;
}

/** `files` are put into Python's file system before `entry` is imported. */
export type ToWorker =
  | { kind: "boot"; base: string }
  | { kind: "run"; id: number; entry: string; job: unknown; files: Record<string, string> };

export type FromWorker =
  | { kind: "progress"; part: number }
  | { kind: "starting" }
  | { kind: "ready"; versions: string }
  | { kind: "unavailable"; reason: string }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "crashed"; id: number; reason: string };
