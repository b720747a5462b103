import { type FormEvent, type ReactNode, useState } from "react";
import { SlowDown } from "../../connection/connection-note.tsx";
import { Dialog } from "../dialog.tsx";
import { useLeaveGuard } from "../leave-guard.tsx";
import { Question } from "../question.tsx";
import type { Form } from "./use-form.ts";

/** A form in a dialog, which asks before what was typed is dropped: by closing it, going back, closing the tab. */
export function FormDialog<Values extends object>(props: {
  readonly title: string;
  readonly form: Form<Values>;
  /** What the button that sends it says; null where there is nothing to send. */
  readonly action: string | null;
  readonly isDangerous?: boolean;
  /** What is asked before it is sent, where there is something to doubt. */
  readonly doubt?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, form, action, isDangerous = false, doubt, onClose, children } = props;
  const [isDoubted, setIsDoubted] = useState(false);
  // What is sent leads on by itself.
  const guard = useLeaveGuard({ wouldLose: () => form.isChanged, isLeaving: form.isSending, onClose });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setIsDoubted(!isDoubted && doubt !== undefined);
    if (isDoubted || doubt === undefined) return form.submit(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <form className="form" noValidate onSubmit={submit}>
        {children}
        <Complaints lines={form.rest} />
        {form.isSending && (
          <p role="status">
            <SlowDown />
          </p>
        )}
        {guard.isAsking ? (
          <Question
            text="Close without saving? What you have changed here is lost."
            stay="Keep editing"
            onStay={guard.stay}
            go="Discard"
            onGo={guard.leave}
          />
        ) : isDoubted && doubt !== undefined ? (
          <Question text={doubt} stay="Go back" onStay={() => setIsDoubted(false)} go="Save all the same" />
        ) : (
          <div className="form-actions">
            <button type="button" className="button" onClick={() => guard.mayClose() && onClose()}>
              Cancel
            </button>
            {action !== null && (
              <button
                type="submit"
                className={`button ${isDangerous ? "button-danger" : "button-primary"}`}
                aria-disabled={form.isSending}
              >
                {form.isSending ? "Sending…" : action}
              </button>
            )}
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
