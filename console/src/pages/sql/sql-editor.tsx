import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { type RefObject, useEffect, useRef } from "react";
import type { SqlRelation } from "./sql-api.ts";
import { SQL_COLOURS, sqlLanguage } from "./sql-language.ts";

/** The operations of the editor. */
export interface SqlEditorHandle {
  text(): string;
  /** Replaces the text; the user can undo it. */
  setText(text: string): void;
  /** Inserts a text at the cursor. */
  insert(text: string): void;
  /** Moves the cursor to an offset. */
  goTo(offset: number): void;
}

/** The number of completions without scrolling, since the keyboard cannot scroll the list. */
const OPTIONS_SHOWN = 10;

/** The editor for a query. Ctrl+Enter or Cmd+Enter runs it. Tab indents; after Escape, Tab leaves the editor. */
export function SqlEditor(props: {
  readonly initial: string;
  readonly relations: readonly SqlRelation[];
  readonly handle: RefObject<SqlEditorHandle | null>;
  readonly onRun: () => void;
  readonly describedBy: string;
}) {
  const { initial, relations, handle, onRun, describedBy } = props;
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const language = useRef(new Compartment());
  const run = useRef(onRun);
  run.current = onRun;
  const first = useRef({ initial, relations, describedBy });

  useEffect(() => {
    if (holder.current === null) return;
    const { initial: text, relations: known, describedBy: hint } = first.current;
    const labels = { "aria-label": "Query", "aria-describedby": hint };
    const runIt = () => {
      run.current();
      return true;
    };
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([{ key: "Mod-Enter", run: runIt }]),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ maxRenderedOptions: OPTIONS_SHOWN }),
          highlightActiveLine(),
          placeholder("SELECT …"),
          SQL_COLOURS,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of(labels),
          language.current.of(sqlLanguage(known)),
          keymap.of([
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            indentWithTab,
          ]),
        ],
      }),
    });
    view.current = made;
    handle.current = handleOf(made);
    return () => {
      handle.current = null;
      view.current = null;
      made.destroy();
    };
  }, [handle]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(sqlLanguage(relations)) });
  }, [relations]);

  return <div className="sql-editor" ref={holder} />;
}

function handleOf(view: EditorView): SqlEditorHandle {
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: text.length },
      });
    },
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
    goTo: (offset) => {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
  };
}
