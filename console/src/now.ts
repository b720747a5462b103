import { useEffect, useState } from "react";

/** The time (ms), renewed after each period (ms); it stands still where there is none. */
export function useNow(periodMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (periodMs === null) return;
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
  return now;
}
