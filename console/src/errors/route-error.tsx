import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useReconnect } from "../connection/connection-provider.tsx";
import { CrashedPage, UnloadedPage } from "./failed-page.tsx";
import { PageLoadError } from "./page-loading.ts";

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
