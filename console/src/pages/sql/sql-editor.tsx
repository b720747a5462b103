import {
  autocompletion,
  type Completion,
  closeBrackets,
  closeBracketsKeymap,
  completeFromList,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { PostgreSQL, SQLDialect, type SQLNamespace, sql } from "@codemirror/lang-sql";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
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

/** The keywords of DuckDB that PostgreSQL does not have. */
const KEYWORDS = "qualify pivot unpivot summarize describe positional asof anti semi exclude sample show";
const TYPES = "hugeint ubigint uinteger utinyint usmallint tinyint double struct map blob";

const DUCKDB = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ""} ${KEYWORDS}`,
  types: `${PostgreSQL.spec.types ?? ""} ${TYPES}`,
});

/** The SQL of DuckDB, with completion of the names in the schema. */
function sqlLanguage(relations: readonly SqlRelation[]): Extension {
  return [
    sql({ dialect: DUCKDB, schema: views(relations), upperCaseKeywords: true }),
    DUCKDB.language.data.of({ autocomplete: completeFromList(macros(relations)) }),
  ];
}

function views(relations: readonly SqlRelation[]): SQLNamespace {
  const entries = relations
    .filter(({ kind }) => kind === "view")
    .map(({ name, comment, columns }) => {
      const self: Completion = { label: name, type: "class", detail: "view", ...infoOf(comment) };
      const children = columns.map((column) => ({
        label: column.name,
        type: "property",
        detail: column.type,
        ...infoOf(column.comment),
      }));
      return [name, { self, children }] as const;
    });
  return Object.fromEntries(entries);
}

function macros(relations: readonly SqlRelation[]): Completion[] {
  return relations
    .filter(({ kind }) => kind !== "view")
    .map(({ name, parameters, comment }) => ({
      label: name,
      type: "function",
      detail: `(${parameters.join(", ")})`,
      apply: `${name}(`,
      ...infoOf(comment),
    }));
}

function infoOf(comment: string | null): Pick<Completion, "info"> {
  return comment === null ? {} : { info: comment };
}

/** The names of highlighting tags that have a class in `sql.css`. */
const COLOURED = new Set(["keyword", "string", "number", "comment", "typeName", "bool", "null", "name"]);

/** Highlights with classes, so that the colours follow the theme. */
const SQL_COLOURS: Extension = syntaxHighlighting({
  style: (tags) => {
    for (const tag of tags)
      for (const { name } of tag.set as readonly { readonly name?: string }[])
        if (name !== undefined && COLOURED.has(name)) return `sql-${name.toLowerCase()}`;
    return null;
  },
});
