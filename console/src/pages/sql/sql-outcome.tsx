import { Empty, ErrorNote, Loading } from "../../components/states.tsx";
import { mayPass } from "../../connection/retry-failed.ts";
import { errorOffset, sqlErrorText } from "./sql-error.ts";
import { SqlResultView } from "./sql-result.tsx";
import type { SqlRun } from "./use-sql-run.ts";

/** What has become of the last query. */
export function SqlOutcome(props: {
  readonly run: SqlRun;
  /** Puts the editor's cursor at an offset. */
  readonly onGoTo: (offset: number) => void;
  /** Runs a query again. */
  readonly onRetry: (query: string) => void;
}) {
  const { run, onGoTo, onRetry } = props;
  switch (run.status) {
    case "none":
      return (
        <Empty title="Nothing has been run yet.">
          <p>Write a query, or choose an example by its question, then run it.</p>
        </Empty>
      );
    case "running":
      return <Loading>Running…</Loading>;
    case "cancelled":
      return (
        <p className="state" role="status">
          The query was cancelled.
        </p>
      );
    case "failed":
      return mayPass(run.error) ? (
        <ErrorNote error={run.error} retriesItself={false} onRetry={() => onRetry(run.query)} />
      ) : (
        <SqlError query={run.query} error={run.error} onGoTo={onGoTo} />
      );
    case "done":
      return <SqlResultView query={run.query} result={run.result} />;
  }
}

function SqlError(props: {
  readonly query: string;
  readonly error: unknown;
  readonly onGoTo: (offset: number) => void;
}) {
  const { query, error, onGoTo } = props;
  const text = sqlErrorText(error);
  const offset = errorOffset(text, query);
  return (
    <div className="error-note" role="alert">
      <pre className="sql-error">{text}</pre>
      {offset !== null && (
        <button type="button" className="button" onClick={() => onGoTo(offset)}>
          Go to line {query.slice(0, offset).split("\n").length}
        </button>
      )}
    </div>
  );
}
