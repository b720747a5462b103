import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from "react";

const FIRST_CONTROL = ":is(input, select, textarea):not([readonly])";

/**
 * A modal dialog: the browser's own keeps the focus inside, and Escape closes it.
 *
 * @param props.mayClose asked before it closes; where it says no, the dialog stays
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
  // While it is still in the document: closing it gives the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Whoever opens a form wants to type, not to close it.
    element?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    return () => element?.close();
  }, []);
  // Closing is told late, perhaps of a dialog that has been opened again.
  const onClosed = () => {
    if (dialog.current?.open !== true) onClose();
  };
  const requestClose = () => {
    if (mayClose()) dialog.current?.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // A second Escape would close the dialog whatever its `cancel` event was answered.
    event.preventDefault();
    requestClose();
  };
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    requestClose();
  };
  return (
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
        <button type="button" className="button button-quiet" aria-label="Close" onClick={requestClose}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}
