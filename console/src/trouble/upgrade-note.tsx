import { useCallback, useState } from "react";
import { useServerBack } from "../connection/connection-provider.tsx";
import { isOutdated } from "./newer-console.ts";
import { reload } from "./reload.ts";

/** Whether the server has come back with another build of the console. */
export function useIsOutdated(): boolean {
  const [outdated, setOutdated] = useState(false);
  useServerBack(useCallback(() => void isOutdated().then(setOutdated), []));
  return outdated;
}

/** Offers the newer console that a server has come back with. */
export function UpgradeNote() {
  if (!useIsOutdated()) return null;
  return (
    <div className="connection-note" role="status">
      <p>
        The server has a newer console.{" "}
        <button type="button" className="button" onClick={reload}>
          Load it
        </button>
      </p>
    </div>
  );
}
