import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useServerBack } from "../connection/connection-provider.tsx";
import { CrashedPage, UnloadedPage } from "./failed-page.tsx";
import { PageLoadError } from "./page-loading.ts";

/** What a route shows where its page fails; another address shows another page. */
export function RouteError() {
  const error = useRouteError();
  return error instanceof PageLoadError ? <UnloadedPage /> : <CrashedRoute error={error} />;
}

/** Shows the page again when it is asked to, and when a lost server is back. */
function CrashedRoute({ error }: { readonly error: unknown }) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const queryClient = useQueryClient();
  const retry = useCallback(async () => {
    // An answer may have been what it failed on.
    await queryClient.resetQueries();
    // Arriving at the same address again takes the error away.
    await navigate(pathname + search, { replace: true, state });
  }, [queryClient, navigate, pathname, search, state]);
  useServerBack(useCallback(() => void retry(), [retry]));
  return <CrashedPage error={error} onRetry={() => void retry()} />;
}

/** As `RouteError`, where the frame around pages has failed, too. */
export function FrameError() {
  return (
    <main className="trouble-frame">
      <RouteError />
    </main>
  );
}
