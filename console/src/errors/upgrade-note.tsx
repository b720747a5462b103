import { useCallback, useState } from "react";
import { Button } from "../components/button.tsx";
import { useReconnect } from "../connection/connection-provider.tsx";
import { isOutdated, reload } from "./reload.ts";

/** Whether a lost server has returned with another build of the console. */
export function useIsOutdated(): boolean {
  const [outdated, setOutdated] = useState(false);
  useReconnect(useCallback(() => void isOutdated().then(setOutdated), []));
  return outdated;
}

/** Offers to reload the console if the server has a newer build. */
export function UpgradeNote() {
  if (!useIsOutdated()) return null;
  return (
    <div className="connection-note" role="status">
      <p>
        A new version of the console is available. <Button onClick={reload}>Reload</Button>
      </p>
    </div>
  );
}
