import "./sql.css";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { Empty, Offer } from "../../components/states.tsx";
import { useNow } from "../../queries/use-now.ts";
import { withParameters } from "../../search-parameters.ts";
import { useMay } from "../../session.tsx";
import {
  addToHistory,
  readHistory,
  storeHistory,
  useSqlExamples,
  useSqlRun,
  useSqlSchema,
} from "./sql-api.ts";
import { SqlEditor, type SqlEditorHandle } from "./sql-editor.tsx";
import { SqlOutcome } from "./sql-result.tsx";
import { SqlSidebar } from "./sql-sidebar.tsx";

const NO_RELATIONS = [] as const;

/** Runs SQL queries on the log and the counts. */
export function SqlPage() {
  const maySql = useMay("sql");
  if (maySql) return <SqlWorkbench />;
  return (
    <Page title="SQL">
      <Empty title="This token cannot run queries">
        <Offer what="Running queries" scope="sql" />
      </Empty>
    </Page>
  );
}

function SqlWorkbench() {
  const [parameters, setParameters] = useSearchParams();
  const shared = parameters.get("query");
  const schema = useSqlSchema();
  const examples = useSqlExamples();
  const { run, start, cancel } = useSqlRun();
  const [history, setHistory] = useState(readHistory);
  const editor = useRef<SqlEditorHandle>(null);
  const hint = useId();

  const submit = useCallback(() => {
    const query = editor.current?.text().trim() ?? "";
    if (query === "") return;
    void start(query);
    setParameters((before) => withParameters(before, { query }));
    setHistory((past) => {
      const next = addToHistory(past, { query, at: Date.now() });
      storeHistory(next);
      return next;
    });
  }, [start, setParameters]);

  // Going back restores the query without running it.
  useEffect(() => {
    if (shared !== null && editor.current !== null && editor.current.text().trim() !== shared.trim())
      editor.current.setText(shared);
  }, [shared]);

  return (
    <Page
      title="SQL"
      lead="Read-only queries on the log and the counts. The data is at most a few seconds old."
    >
      <div className="columns gap-6 sql">
        <div className="stack">
          <div className="sql-card">
            <SqlEditor
              initial={shared ?? ""}
              relations={schema.data ?? NO_RELATIONS}
              handle={editor}
              onRun={submit}
              describedBy={hint}
            />
            <SqlToolbar isRunning={run.status === "running"} onRun={submit} onCancel={cancel} hintId={hint} />
          </div>
          <SqlOutcome
            run={run}
            onGoTo={(offset) => editor.current?.goTo(offset)}
            onRetry={(query) => void start(query)}
          />
        </div>
        <SqlSidebar
          examples={examples}
          schema={schema}
          history={history}
          onQuery={(query) => editor.current?.setText(query)}
          onInsert={(text) => editor.current?.insert(text)}
        />
      </div>
    </Page>
  );
}

/** Runs the query in the editor, or cancels it. */
export function SqlToolbar(props: {
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
  readonly hintId: string;
}) {
  const { isRunning, onRun, onCancel, hintId } = props;
  return (
    <div className="row sql-toolbar">
      <Button look="primary" disabled={isRunning} onClick={onRun}>
        Run
      </Button>
      {isRunning && <Button onClick={onCancel}>Cancel</Button>}
      {isRunning && <Elapsed />}
      <p className="push smaller soft sql-hint" id={hintId}>
        <kbd>{RUN_KEYS}</kbd> runs the query. <kbd>Tab</kbd> indents; <kbd>Esc</kbd>, then <kbd>Tab</kbd>{" "}
        leaves the editor.
      </p>
    </div>
  );
}

const RUN_KEYS = /mac/i.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";
const TICK_MS = 100;

function Elapsed() {
  const [start] = useState(Date.now);
  const elapsed = Math.max(0, useNow(TICK_MS) - start);
  return (
    <span className="tabular soft" aria-hidden="true">
      {(elapsed / 1_000).toFixed(1)} s
    </span>
  );
}
