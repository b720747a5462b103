import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // On a second Escape, the browser closes the dialog even if its `cancel` event was prevented.
    event.preventDefault();
    requestClose();
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
      onKeyDown={onKeyDown}
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
