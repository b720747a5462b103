import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Problem } from "../../../src/client/index.ts";
import type { Scope } from "../../../src/domain/resources.ts";
import { isGatewayStatus, isTransient } from "../connection/connection.ts";
import { RateLimitNotice } from "../connection/connection-note.tsx";
import { useConnectionState } from "../connection/connection-provider.tsx";
import { formatMomentOfYear } from "../format.ts";
import { isLinked, unmeasuredIn } from "../measured.ts";
import type { Space } from "../queries/spaces.ts";
import type { TimeRange } from "../ranges.ts";
import { useMay } from "../session.tsx";
import { Button } from "./button.tsx";

/** A request is running, or waits for the rate limit. */
export function Loading({ children = "Loading…" }: { readonly children?: ReactNode }) {
  const { kind } = useConnectionState();
  return (
    <p className="soft state state-loading" role="status">
      {kind === "rate-limited" ? <RateLimitNotice /> : children}
    </p>
  );
}

/** The state of a query without data: loading or failed. */
export function QueryState(props: {
  readonly query: Pick<UseQueryResult, "isError" | "error" | "refetch">;
  /** The text while it is loading. */
  readonly children?: ReactNode;
}) {
  const { query, children } = props;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading>{children}</Loading>;
}

/** An empty state, and what the user can do about it. */
export function Empty(props: {
  readonly title: string;
  /** Whether it is a whole page, of which the title is the heading. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}) {
  const { title, isPage = false, children } = props;
  return (
    <div className="soft state state-empty">
      {isPage ? <h1>{title}</h1> : <p className="strong">{title}</p>}
      {children}
    </div>
  );
}

/** What a token can do about an empty state, if it has a scope; otherwise who can do it. */
export function Offer(props: {
  /** What requires the scope, such as `Creating a space`. */
  readonly what: string;
  readonly scope: Scope;
  readonly children?: ReactNode;
}) {
  const { what, scope, children } = props;
  if (useMay(scope)) return children;
  return (
    <p className="small soft">
      {what} requires a token with the scope <code>{scope}</code>.
    </p>
  );
}

/** An error with the message of the server. @param props.children what cannot be shown because of it */
export function ErrorNote(props: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Whether the console retries it automatically, as it does with queries. */
  readonly isRetried?: boolean;
  readonly children?: ReactNode;
}) {
  const { error, onRetry, isRetried = true, children } = props;
  // A token that does not permit the request makes a retry useless.
  const isForbidden = error instanceof Problem && error.status === 403;
  // The text has the only issue already.
  const issues =
    error instanceof Problem ? error.issues.filter((issue) => !errorText(error).includes(issue.message)) : [];
  return (
    <div className="error-note" role="alert">
      {children !== undefined && <p>{children}</p>}
      <p>{errorText(error)}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== "" && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {onRetry !== undefined && isRetried && isTransient(error) && <p>The console retries automatically.</p>}
      {onRetry !== undefined && !isForbidden && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}

/** The message of an error for the user. */
export function errorText(error: unknown): string {
  if (error instanceof Problem)
    return isGatewayStatus(error.status) ? "Server not reachable: a proxy responded instead." : error.message;
  // The messages of browsers differ, and do not help the user.
  if (error instanceof TypeError) return "Server not reachable.";
  if (error instanceof SyntaxError) return "The server sent an invalid response.";
  return error instanceof Error ? error.message : String(error);
}

/** Replaces the counts of a range in which a space was not measured, and states why. */
export function NotMeasured({ space, range }: { readonly space: Space; readonly range: TimeRange }) {
  const [first] = space.measured_periods;
  const title = unmeasuredIn(space, range) ?? "";
  if (first === undefined && isLinked(space))
    return (
      <Empty title={title}>
        <p>The sensors of {space.name} have not sent an event yet, so its count is unknown.</p>
      </Empty>
    );
  if (first !== undefined && range.end <= Date.parse(first.start))
    return (
      <Empty title={title}>
        <p>
          The first event of {space.name} was on {formatMomentOfYear(first.start, space.time_zone)}. Its count
          before is unknown.
        </p>
      </Empty>
    );
  return (
    <Empty title={title}>
      <p>
        No doorway was linked to {space.name} in this period, so its count is unknown. The counts of the
        spaces inside it are not added up.
      </p>
      <Offer what="Linking a doorway" scope="write">
        <p>
          <Link to={`/set-up/spaces/${space.id}`}>Link a doorway</Link>
        </p>
      </Offer>
    </Empty>
  );
}
