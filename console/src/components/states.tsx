import type { ReactNode } from "react";
import { Problem } from "../../../src/client/index.ts";

/** Something is on its way. */
export function Loading({ children = "Loading…" }: { readonly children?: ReactNode }) {
  return (
    <p className="state state-loading" role="status">
      {children}
    </p>
  );
}

/** There is nothing to show, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state state-empty">
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}

/** What went wrong, in the server's words. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="error-note" role="alert">
      <p>{errorText(error)}</p>
      {error instanceof Problem && error.issues.length > 0 && (
        <ul>
          {error.issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== "" && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {onRetry !== undefined && !isForGood(error) && (
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A token that may not do something will not be allowed to by asking again. */
function isForGood(error: unknown): boolean {
  return error instanceof Problem && error.status === 403;
}

export function errorText(error: unknown): string {
  if (error instanceof Problem) return error.message;
  // What browsers say of a server that cannot be reached differs, and helps nobody.
  if (error instanceof TypeError) return "The server cannot be reached.";
  return error instanceof Error ? error.message : String(error);
}
