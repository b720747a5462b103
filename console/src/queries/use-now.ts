import { useEffect, useState } from "react";

/** The current time in ms, rounded down to a step and kept up to date. @param step in ms */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => floorTo(Date.now(), step));
  useEffect(() => {
    const timer = setInterval(() => setNow(floorTo(Date.now(), step)), Math.min(step, 10_000));
    return () => clearInterval(timer);
  }, [step]);
  return now;
}

function floorTo(instant: number, step: number): number {
  return Math.floor(instant / step) * step;
}
