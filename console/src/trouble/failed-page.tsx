import { useEffect, useState } from "react";
import { useConnection } from "../connection/connection-provider.tsx";
import { isOutdated } from "./newer-console.ts";
import { reload, reloadOnce } from "./reload.ts";
import { Trouble } from "./trouble.tsx";

/** How often a lost server is asked while a page waits for it. */
const PROBE_MS = 2_000;

type Waiting = "asking" | "server lost" | "reloading" | "stuck";

/** The code of a page did not come: loads the console again once the server answers. */
export function UnloadedPage() {
  const connection = useConnection();
  const [waiting, setWaiting] = useState<Waiting>("asking");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async (wasLost: boolean) => {
      const isReady = await connection.isReady();
      if (isOver) return;
      if (!isReady) {
        setWaiting("server lost");
        timer = setTimeout(() => void ask(true), PROBE_MS);
        return;
      }
      setWaiting("reloading");
      // A server that was away has not been asked for the page yet.
      if (wasLost) reload();
      else if (!reloadOnce()) setWaiting("stuck");
    };
    void ask(false);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [connection]);
  switch (waiting) {
    case "asking":
      return null;
    case "server lost":
      return (
        <Trouble title="The server cannot be reached">
          <p>This page has not been loaded yet. It opens by itself as soon as the server answers.</p>
        </Trouble>
      );
    case "reloading":
      return (
        <Trouble title="The console has been updated">
          <p>The new one is being loaded.</p>
        </Trouble>
      );
    case "stuck":
      return (
        <Trouble title="This page could not be loaded" actions={<ReloadButton />}>
          <p>
            The server answers, but does not have this page of the console. It may be in the middle of an
            upgrade.
          </p>
        </Trouble>
      );
  }
}

/**
 * A page has failed while it was shown. Where the server has a newer console that one is loaded: what this one
 * does not understand may come from there.
 *
 * @param props.onRetry shows the page again; null where only loading everything again helps
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
  if (isReloading)
    return (
      <Trouble title="The console has been updated">
        <p>The new one is being loaded.</p>
      </Trouble>
    );
  return (
    <Trouble
      title="Something went wrong on this page"
      actions={
        <>
          {onRetry !== null && (
            <button type="button" className="button button-primary" onClick={onRetry}>
              Try again
            </button>
          )}
          <ReloadButton />
        </>
      }
    >
      <p>
        The console has made a mistake. Nothing on the server has changed by it, and other pages still work.
      </p>
      <p className="trouble-detail">
        <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
      </p>
    </Trouble>
  );
}

function ReloadButton() {
  return (
    <button type="button" className="button" onClick={reload}>
      Reload the console
    </button>
  );
}
