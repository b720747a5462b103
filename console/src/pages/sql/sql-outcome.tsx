import { Button } from "../../components/button.tsx";
import { Empty, ErrorNote, Loading } from "../../components/states.tsx";
import { isTransient } from "../../connection/retry-failed.ts";
import { errorOffset, sqlErrorText } from "./sql-error.ts";
import { SqlResultView } from "./sql-result.tsx";
import type { SqlRun } from "./use-sql-run.ts";

/** The state of the last query. */
export function SqlOutcome(props: {
  readonly run: SqlRun;
  /** Moves the cursor of the editor to an offset. */
  readonly onGoTo: (offset: number) => void;
  /** Runs a query again. */
  readonly onRetry: (query: string) => void;
}) {
  const { run, onGoTo, onRetry } = props;
  switch (run.status) {
    case "none":
      return (
        <Empty title="No results yet">
          <p>Write a query or select an example, then run it.</p>
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
      return isTransient(run.error) ? (
        <ErrorNote error={run.error} isRetried={false} onRetry={() => onRetry(run.query)} />
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
        <Button onClick={() => onGoTo(offset)}>Go to line {query.slice(0, offset).split("\n").length}</Button>
      )}
    </div>
  );
}
