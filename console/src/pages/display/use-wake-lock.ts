import { useEffect } from "react";

/** Keeps the screen on while the page is in sight, where the browser and its battery let it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (isOver) await taken.release();
        else lock = taken;
      } catch {
        // Refused, as with a low battery: the display works all the same.
      }
    };
    const again = () => void take();
    void take();
    // Browsers let go of it whenever the page is out of sight.
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
