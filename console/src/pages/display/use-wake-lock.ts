import { useEffect } from "react";

/** Keeps the screen on while the page is visible, if the browser permits it. */
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
        // Browsers reject it, for example if the battery is low. The display works without it.
      }
    };
    const again = () => void take();
    void take();
    // Browsers release the lock when the page is hidden.
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
