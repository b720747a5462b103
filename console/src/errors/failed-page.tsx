import { useQueryClient } from "@tanstack/react-query";
import { Component, type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { Button } from "../components/button.tsx";
import { useTitle } from "../components/page.tsx";
import { useConnection, useReconnect } from "../connection/connection-provider.tsx";
import { isOutdated, PageLoadError, reload, reloadOnce } from "./reload.ts";

/** The time between probes of a lost server. */
const PROBE_MS = 2_000;

/** Why a page is not there, and what happens next. */
const STATES = {
  "server lost": [
    "Server not reachable",
    "The page could not be loaded. It opens automatically when the server responds.",
  ],
  reloading: ["Console updated", "Loading the new version…"],
  failed: [
    "Page could not be loaded",
    "The server responds, but does not have this page. An upgrade may be in progress.",
  ],
} as const;

const RELOAD_BUTTON = <Button onClick={reload}>Reload</Button>;

/** Replaces a page whose code could not be loaded. Reloads the console once the server is ready. */
function UnloadedPage() {
  const connection = useConnection();
  const [state, setState] = useState<keyof typeof STATES | "probing">("probing");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const probe = async (wasLost: boolean) => {
      const isReady = await connection.isReady();
      if (isOver) return;
      if (!isReady) {
        setState("server lost");
        timer = setTimeout(() => void probe(true), PROBE_MS);
        return;
      }
      setState("reloading");
      // A server that was lost may still have the page.
      if (wasLost) reload();
      else if (!reloadOnce()) setState("failed");
    };
    void probe(false);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [connection]);
  return state === "probing" ? null : <PageState state={state} />;
}

function PageState({ state }: { readonly state: keyof typeof STATES }) {
  const [title, text] = STATES[state];
  return (
    <ErrorPage title={title} actions={state === "failed" && RELOAD_BUTTON}>
      <p>{text}</p>
    </ErrorPage>
  );
}

/**
 * Replaces a page that has thrown an error. Reloads the console if the server has a newer version, since responses of a
 * newer server may have caused the error.
 *
 * @param props.onRetry shows the page again; null if only a reload helps
 */
function CrashedPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: (() => void) | null }) {
  const [isReloading, setIsReloading] = useState(false);
  useEffect(() => {
    let isOver = false;
    void isOutdated().then((outdated) => {
      if (outdated && !isOver) setIsReloading(reloadOnce());
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (isReloading) return <PageState state="reloading" />;
  return (
    <ErrorPage
      title="Something went wrong on this page"
      actions={
        <>
          {onRetry !== null && (
            <Button look="primary" onClick={onRetry}>
              Retry
            </Button>
          )}
          {RELOAD_BUTTON}
        </>
      }
    >
      <p>An error in the console occurred. The data on the server is not affected, and other pages work.</p>
      <p className="small soft">
        <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
      </p>
    </ErrorPage>
  );
}

/** Replaces a page that cannot be shown. */
function ErrorPage(props: {
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, actions, children } = props;
  useTitle(title);
  return (
    <section className="stack error-page" role="alert">
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <h1>{title}</h1>
      {children}
      {actions && <div className="row">{actions}</div>}
    </section>
  );
}

/** The error element of the routes. */
export function RouteError() {
  const error = useRouteError();
  return error instanceof PageLoadError ? <UnloadedPage /> : <CrashedRoute error={error} />;
}

/** Shows the page again when the user retries, and when a lost server is reachable again. */
function CrashedRoute({ error }: { readonly error: unknown }) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const queryClient = useQueryClient();
  const retry = useCallback(async () => {
    // A cached response may have caused the error.
    await queryClient.resetQueries();
    // A navigation to the same URL clears the error.
    await navigate(pathname + search, { replace: true, state });
  }, [queryClient, navigate, pathname, search, state]);
  useReconnect(useCallback(() => void retry(), [retry]));
  return <CrashedPage error={error} onRetry={() => void retry()} />;
}

/** The error element for errors of the shell. */
export function FrameError() {
  return (
    <main className="error-page-frame">
      <RouteError />
    </main>
  );
}

/** Shows an error page for errors outside of the routes. */
export class RootBoundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly failure: { readonly error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <main className="error-page-frame">
        <CrashedPage error={failure.error} onRetry={null} />
      </main>
    );
  }
}
