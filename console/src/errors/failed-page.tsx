import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { useConnection } from "../connection/connection-provider.tsx";
import { ErrorPage } from "./error-page.tsx";
import { isOutdated } from "./newer-console.ts";
import { reload, reloadOnce } from "./reload.ts";

/** The time between probes of a lost server. */
const PROBE_MS = 2_000;

type LoadState = "probing" | "server lost" | "reloading" | "failed";

/** Replaces a page whose code could not be loaded. Reloads the console once the server is ready. */
export function UnloadedPage() {
  const connection = useConnection();
  const [state, setState] = useState<LoadState>("probing");
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
  switch (state) {
    case "probing":
      return null;
    case "server lost":
      return (
        <ErrorPage title="Server not reachable">
          <p>The page could not be loaded. It opens automatically when the server responds.</p>
        </ErrorPage>
      );
    case "reloading":
      return <Reloading />;
    case "failed":
      return (
        <ErrorPage title="Page could not be loaded" actions={<ReloadButton />}>
          <p>The server responds, but does not have this page. An upgrade may be in progress.</p>
        </ErrorPage>
      );
  }
}

/**
 * Replaces a page that has thrown an error. Reloads the console if the server has a newer version, since responses of a
 * newer server may have caused the error.
 *
 * @param props.onRetry shows the page again; null if only a reload helps
 */
export function CrashedPage(props: { readonly error: unknown; readonly onRetry: (() => void) | null }) {
  const { error, onRetry } = props;
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
  if (isReloading) return <Reloading />;
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
          <ReloadButton />
        </>
      }
    >
      <p>An error in the console occurred. The data on the server is not affected, and other pages work.</p>
      <p className="error-page-detail">
        <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
      </p>
    </ErrorPage>
  );
}

function ReloadButton() {
  return <Button onClick={reload}>Reload</Button>;
}

function Reloading() {
  return (
    <ErrorPage title="Console updated">
      <p>Loading the new version…</p>
    </ErrorPage>
  );
}
