import { type ReactNode, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { SlowDown } from "../../connection/connection-note.tsx";
import { Dialog } from "../dialog.tsx";
import type { Form } from "./use-form.ts";

/** A form in a dialog, which asks before what was typed is dropped: by closing it, going back, closing the tab. */
export function FormDialog<Values extends object>(props: {
  readonly title: string;
  readonly form: Form<Values>;
  /** What the button that sends it says. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, form, action, isDangerous = false, onClose, children } = props;
  const [isClosing, setIsClosing] = useState(false);
  // What is sent leads on by itself.
  const leaving = useBlocker(form.isChanged && !form.isSending);
  const isAsking = isClosing || leaving.state === "blocked";
  useUnloadWarning(form.isChanged);
  const mayClose = () => {
    if (!form.isChanged) return true;
    setIsClosing(true);
    return false;
  };
  const keep = () => {
    setIsClosing(false);
    leaving.reset?.();
  };
  const discard = () => {
    onClose();
    leaving.proceed?.();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={mayClose}>
      <form className="form" noValidate onSubmit={form.submit}>
        {children}
        <Complaints lines={form.rest} />
        {form.isSending && (
          <p role="status">
            <SlowDown />
          </p>
        )}
        {isAsking ? (
          <DiscardQuestion onKeep={keep} onDiscard={discard} />
        ) : (
          <div className="form-actions">
            <button type="button" className="button" onClick={() => mayClose() && onClose()}>
              Cancel
            </button>
            <button
              type="submit"
              className={`button ${isDangerous ? "button-danger" : "button-primary"}`}
              aria-disabled={form.isSending}
            >
              {form.isSending ? "Sending…" : action}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** What is wrong that belongs to no field. */
function Complaints({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="error-note" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function DiscardQuestion(props: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  return (
    <div className="form-actions form-question" role="alert">
      <p>Close without saving? What you have changed here is lost.</p>
      {/* biome-ignore lint/a11y/noAutofocus: the question takes the place of the buttons that had the focus */}
      <button type="button" className="button" autoFocus onClick={props.onKeep}>
        Keep editing
      </button>
      <button type="button" className="button button-danger" onClick={props.onDiscard}>
        Discard
      </button>
    </div>
  );
}

/** Has the browser ask before the whole page goes. */
function useUnloadWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isChanged]);
}
