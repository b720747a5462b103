import { useConnectionState, useSecondsToWait } from "./connection-provider.tsx";
import "./connection-note.css";

/** Says why nothing comes, and that it is tried again, where that is so. */
export function ConnectionNote() {
  const { kind } = useConnectionState();
  return (
    <div className="connection-note" role="status">
      {kind === "slowed" && (
        <p>
          <SlowDown />
        </p>
      )}
      {kind === "lost" && (
        <p>
          The server cannot be reached. What you see may be out of date; this page goes on by itself as soon
          as the server answers.
        </p>
      )}
    </div>
  );
}

/** That too many requests were sent in this minute, and for how long the console waits (D18). */
export function SlowDown() {
  const seconds = useSecondsToWait();
  if (seconds === null) return null;
  return (
    <span className="slow-down">
      Slow down: this token has used up its requests for this minute. Trying again
      {/* A screen reader is not to announce every second. */}
      <span aria-hidden="true"> in {seconds} s</span>.
    </span>
  );
}
