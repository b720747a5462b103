import { useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

/** Whether a dialog asks before it closes, and what each answer does. */
export interface LeaveGuard {
  readonly isAsking: boolean;
  /** Whether it may close at once; where it may not, it asks. */
  readonly mayClose: () => boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Keeps what would be lost by closing a dialog, going back or closing the tab, until the person confirms it.
 *
 * @param options.wouldLose whether something would be lost now by closing
 * @param options.isLeaving whether a page that follows on its own is on its way, which is not held up
 */
export function useLeaveGuard(options: {
  readonly wouldLose: () => boolean;
  readonly isLeaving?: boolean;
  readonly onClose: () => void;
}): LeaveGuard {
  const { isLeaving = false, onClose } = options;
  const [isClosing, setIsClosing] = useState(false);
  const wouldLose = useRef(options.wouldLose);
  wouldLose.current = options.wouldLose;
  const mayLeave = useRef(isLeaving);
  mayLeave.current = isLeaving;
  const leaving = useBlocker(useCallback(() => wouldLose.current() && !mayLeave.current, []));
  useEffect(() => {
    // The browser asks before the whole page goes.
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return {
    isAsking: isClosing || leaving.state === "blocked",
    mayClose: () => {
      if (!options.wouldLose()) return true;
      setIsClosing(true);
      return false;
    },
    stay: () => {
      setIsClosing(false);
      leaving.reset?.();
    },
    leave: () => {
      onClose();
      leaving.proceed?.();
    },
  };
}
