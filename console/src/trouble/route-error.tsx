import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useRevalidator, useRouteError } from "react-router";
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
  const { revalidate } = useRevalidator();
  const queryClient = useQueryClient();
  const retry = useCallback(async () => {
    // An answer may have been what it failed on.
    await queryClient.resetQueries();
    await revalidate();
  }, [queryClient, revalidate]);
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
