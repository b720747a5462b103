import {
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useBlocker } from "react-router";
import { Button } from "./button.tsx";

const FIRST_CONTROL = ":is(input, select, textarea):not([readonly])";

/**
 * A modal dialog. It renders in the body, whatever element contains it.
 *
 * @param props.mayClose whether the user can close it now
 */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly mayClose?: () => boolean;
  readonly children: ReactNode;
}) {
  const { title, onClose, mayClose = () => true, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect closes it before React removes it, so that the browser returns the focus to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would focus the close button.
    element?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    return () => element?.close();
  }, []);
  // The event is asynchronous: the dialog may be open again.
  const onClosed = () => {
    if (dialog.current?.open !== true) onClose();
  };
  const requestClose = () => {
    if (mayClose()) dialog.current?.close();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    requestClose();
  };
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onClose={onClosed}
      onCancel={onCancel}
      // On a second Escape, the browser closes the dialog even if its `cancel` event was prevented.
      onKeyDown={(event) => event.key === "Escape" && onCancel(event)}
    >
      <div className="dialog-header">
        <h2 id={titleId}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={requestClose}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>,
    document.body,
  );
}

/** A question that replaces the buttons of a dialog. */
export function InlineConfirm(props: {
  readonly text: string;
  readonly cancel: string;
  readonly onCancel: () => void;
  readonly confirm: string;
  /** If omitted, the button submits the form around it. */
  readonly onConfirm?: () => void;
}) {
  const { text, cancel, onCancel, confirm, onConfirm } = props;
  return (
    <div className="row form-actions form-question" role="alert">
      <p>{text}</p>
      <Button autoFocus onClick={onCancel}>
        {cancel}
      </Button>
      <Button type={onConfirm === undefined ? "submit" : "button"} look="danger" onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}

/** Where a navigation begins and ends. */
type BlockedMove = Readonly<Record<"currentLocation" | "nextLocation", { readonly pathname: string }>>;

/**
 * Asks for confirmation before closing a dialog, going back or closing the tab discards input.
 *
 * @param options.wouldLose whether closing would discard input now
 * @param options.isLeaving whether the console itself is about to navigate, which needs no confirmation
 * @param options.isPage whether the input is that of a page: changes of its URL parameters keep it
 */
export function useLeaveGuard(options: {
  readonly wouldLose: () => boolean;
  readonly isLeaving?: boolean;
  readonly isPage?: boolean;
  readonly onClose: () => void;
}) {
  const { isLeaving = false, isPage = false, onClose } = options;
  const [isClosing, setIsClosing] = useState(false);
  const wouldLose = useRef(options.wouldLose);
  wouldLose.current = options.wouldLose;
  const mayLeave = useRef(isLeaving);
  mayLeave.current = isLeaving;
  const leaving = useBlocker(
    useCallback(
      ({ currentLocation: from, nextLocation: to }: BlockedMove) =>
        wouldLose.current() && !mayLeave.current && !(isPage && from.pathname === to.pathname),
      [isPage],
    ),
  );
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
    /** Whether the dialog can close at once; otherwise shows the question. */
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
