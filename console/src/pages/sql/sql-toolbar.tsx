import { useEffect, useState } from "react";
import { Button } from "../../components/button.tsx";

/** Runs the query in the editor, or cancels it. */
export function SqlToolbar(props: {
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
  readonly hintId: string;
}) {
  const { isRunning, onRun, onCancel, hintId } = props;
  return (
    <div className="sql-toolbar">
      <Button look="primary" disabled={isRunning} onClick={onRun}>
        Run
      </Button>
      {isRunning && <Button onClick={onCancel}>Cancel</Button>}
      {isRunning && <Elapsed />}
      <p className="sql-hint" id={hintId}>
        <kbd>{RUN_KEYS}</kbd> runs the query. <kbd>Tab</kbd> indents; <kbd>Esc</kbd>, then <kbd>Tab</kbd>{" "}
        leaves the editor.
      </p>
    </div>
  );
}

const RUN_KEYS = /mac/i.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter";
const TICK_MS = 100;

function Elapsed() {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - start), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="sql-elapsed" aria-hidden="true">
      {(elapsed / 1_000).toFixed(1)} s
    </span>
  );
}
