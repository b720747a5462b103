import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "../../../src/client/index.ts";
import { isGatewayStatus } from "../connection/connection.ts";
import { SlowDown } from "../connection/connection-note.tsx";
import { useConnectionState } from "../connection/connection-provider.tsx";
import { mayPass } from "../connection/retry-failed.ts";

/** Something is on its way; where it has to wait, for how long. */
export function Loading({ children = "Loading…" }: { readonly children?: ReactNode }) {
  const { kind } = useConnectionState();
  return (
    <p className="state state-loading" role="status">
      {kind === "slowed" ? <SlowDown /> : children}
    </p>
  );
}

/** In the place of what a query has not answered yet: that it is under way, or why it has failed. */
export function Unanswered(props: {
  readonly query: Pick<UseQueryResult, "isError" | "error" | "refetch">;
  /** What is said while it is under way. */
  readonly children?: ReactNode;
}) {
  const { query, children } = props;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading>{children}</Loading>;
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

/** What went wrong, in the server's words. @param props.children what is missing because of it */
export function ErrorNote(props: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Whether it is tried again automatically, as queries are. */
  readonly retriesItself?: boolean;
  readonly children?: ReactNode;
}) {
  const { error, onRetry, retriesItself = true, children } = props;
  return (
    <div className="error-note" role="alert">
      {children !== undefined && <p>{children}</p>}
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
      {onRetry !== undefined && retriesItself && mayPass(error) && <p>It is tried again by itself.</p>}
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

/** An error in words for people. */
export function errorText(error: unknown): string {
  if (error instanceof Problem)
    return isGatewayStatus(error.status)
      ? "The server cannot be reached: what stands in front of it answers in its place."
      : error.message;
  // What browsers say of a server that cannot be reached differs, and helps nobody.
  if (error instanceof TypeError) return "The server cannot be reached.";
  if (error instanceof SyntaxError) return "The server's answer cannot be read.";
  return error instanceof Error ? error.message : String(error);
}
