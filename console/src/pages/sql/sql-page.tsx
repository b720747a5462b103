import "./sql.css";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { Empty, Offer } from "../../components/states.tsx";
import { ToggleChoice } from "../../components/toggle-choice.tsx";
import { useNow } from "../../queries/use-now.ts";
import { withParameters } from "../../search-parameters.ts";
import { useMay } from "../../session.tsx";
import {
  addToHistory,
  PLACES,
  readHistory,
  type SqlPlace,
  storeHistory,
  useSqlExamples,
  useSqlRun,
  useSqlSchema,
} from "./sql-api.ts";
import { SqlEditor, type SqlEditorHandle } from "./sql-editor.tsx";
import { SqlOutcome } from "./sql-result.tsx";
import { SqlSidebar } from "./sql-sidebar.tsx";

const NO_RELATIONS = [] as const;

const PLACE_CHOICES = (["local", "analytics"] as const).map((value) => ({ value, name: PLACES[value] }));

const LEADS: Readonly<Record<SqlPlace, string>> = {
  local: "Read-only queries on the log and the counts. The data is at most a few seconds old.",
  analytics:
    "Read-only queries in ClickHouse’s SQL, on a copy of the log and the counts. Each result states the time of its data.",
};

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
  const on = parameters.get("on") === "analytics" ? "analytics" : "local";
  const places = useSqlSchema("local").data?.places ?? [];
  const schema = useSqlSchema(on);
  const examples = useSqlExamples(on);
  const { run, start, cancel } = useSqlRun();
  const [history, setHistory] = useState(readHistory);
  const editor = useRef<SqlEditorHandle>(null);
  const hint = useId();

  const submit = useCallback(() => {
    const query = editor.current?.text().trim() ?? "";
    if (query === "") return;
    void start({ query, on });
    setParameters((before) => withParameters(before, { query }));
    setHistory((past) => {
      const next = addToHistory(past, { query, on, at: Date.now() });
      storeHistory(next);
      return next;
    });
  }, [start, setParameters, on]);

  const choose = (chosen: SqlPlace) =>
    setParameters((before) => withParameters(before, { on: chosen === "local" ? null : chosen }));

  // Going back restores the query without running it.
  useEffect(() => {
    if (shared !== null && editor.current !== null && editor.current.text().trim() !== shared.trim())
      editor.current.setText(shared);
  }, [shared]);

  // A link can ask for a place that the server does not have: then it says so.
  const place = (places.includes("analytics") || on === "analytics") && (
    <ToggleChoice label="Run in" value={on} choices={PLACE_CHOICES} onChange={choose} />
  );
  return (
    <Page title="SQL" lead={LEADS[on]} tools={place || undefined}>
      <div className="columns gap-6 sql">
        <div className="stack">
          <div className="sql-card">
            <SqlEditor
              initial={shared ?? ""}
              relations={schema.data?.results ?? NO_RELATIONS}
              on={on}
              handle={editor}
              onRun={submit}
              describedBy={hint}
            />
            <SqlToolbar isRunning={run.status === "running"} onRun={submit} onCancel={cancel} hintId={hint} />
          </div>
          <SqlOutcome
            run={run}
            onGoTo={(offset) => editor.current?.goTo(offset)}
            onRetry={(asked) => void start(asked)}
          />
        </div>
        <SqlSidebar
          examples={examples}
          schema={schema}
          history={history}
          onQuery={(query) => editor.current?.setText(query)}
          onPastQuery={(past) => {
            editor.current?.setText(past.query);
            if (past.on !== on) choose(past.on);
          }}
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
