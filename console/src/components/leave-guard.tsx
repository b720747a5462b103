import { useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

/** The state of the question that a dialog asks before it closes. */
export interface LeaveGuard {
  readonly isAsking: boolean;
  /** Whether the dialog can close at once; otherwise shows the question. */
  readonly mayClose: () => boolean;
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Asks for confirmation before closing a dialog, going back or closing the tab discards input.
 *
 * @param options.wouldLose whether closing would discard input now
 * @param options.isLeaving whether the console itself is about to navigate, which needs no confirmation
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
    // The browser asks before it closes the page.
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
