// The editor, fetched when someone edits: CodeMirror with Python. Tab indents; Escape, then Tab, leaves it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours of the page's own code.
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--md-code-hl-keyword-color)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--md-code-hl-string-color)" },
  { tag: tags.number, color: "var(--md-code-hl-number-color)" },
  { tag: [tags.comment, tags.docComment], color: "var(--md-code-hl-comment-color)" },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.variableName)],
    color: "var(--md-code-hl-function-color)",
  },
  { tag: [tags.bool, tags.null], color: "var(--md-code-hl-constant-color)" },
  { tag: tags.operator, color: "var(--md-code-hl-operator-color)" },
]);

const look = EditorView.theme({
  "&": { color: "var(--md-code-fg-color)", backgroundColor: "var(--md-code-bg-color)", fontSize: "0.64rem" },
  ".cm-content, .cm-gutters": { fontFamily: "var(--md-code-font-family)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--md-code-fg-color)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--md-default-fg-color--light)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--md-code-hl-color--light)" },
  "&.cm-focused": { outline: "2px solid var(--md-accent-fg-color)" },
  ".cm-cursor": { borderLeftColor: "var(--md-code-fg-color)" },
});

export interface Editor {
  text(): string;
  replace(text: string): void;
  focus(): void;
  mark(line: number): void;
  close(): void;
}

/** Put an editor into `parent`; `first` is the number of its first line. */
export function openEditor(
  parent: HTMLElement,
  text: string,
  options: { label: string; first: number; changed(text: string): void; run(): void },
): Editor {
  const run = (): boolean => {
    options.run();
    return true;
  };
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers({ formatNumber: (line) => String(line + options.first - 1) }),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      highlightActiveLine(),
      python(),
      syntaxHighlighting(colours),
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": options.label, spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.changed(update.state.doc.toString());
      }),
      keymap.of([
        { key: "Mod-Enter", run },
        { key: "Shift-Enter", run },
        ...defaultKeymap,
        ...historyKeymap,
        indentWithTab,
      ]),
    ],
  });
  const view = new EditorView({ state, parent });
  return {
    text: () => view.state.doc.toString(),
    replace: (words) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } }),
    focus: () => view.focus(),
    mark: (line) => {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: at.from }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
    },
    close: () => view.destroy(),
  };
}
