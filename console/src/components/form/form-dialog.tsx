import { type FormEvent, type ReactNode, useState } from "react";
import { RateLimitNotice } from "../../connection/connection-note.tsx";
import { Button } from "../button.tsx";
import { Dialog, InlineConfirm, useLeaveGuard } from "../dialog.tsx";
import type { Form } from "./use-form.ts";

/** A form in a dialog. It asks before closing the dialog, going back or closing the tab discards the input. */
export function FormDialog<Values extends object>(props: {
  readonly title: string;
  readonly form: Form<Values>;
  /** The label of the submit button; null if the form cannot be sent. */
  readonly action: string | null;
  readonly isDangerous?: boolean;
  /** A question to confirm before the form is sent. */
  readonly warning?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, form, action, isDangerous = false, warning, onClose, children } = props;
  const [isWarned, setIsWarned] = useState(false);
  // A successful request may navigate.
  const guard = useLeaveGuard({ wouldLose: () => form.isChanged, isLeaving: form.isSending, onClose });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setIsWarned(!isWarned && warning !== undefined);
    if (isWarned || warning === undefined) return form.submit(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <form className="form" noValidate onSubmit={submit}>
        {children}
        <FormErrors lines={form.rest} />
        {form.isSending && (
          <p role="status">
            <RateLimitNotice />
          </p>
        )}
        {guard.isAsking ? (
          <InlineConfirm
            text="Discard unsaved changes?"
            cancel="Keep editing"
            onCancel={guard.stay}
            confirm="Discard"
            onConfirm={guard.leave}
          />
        ) : isWarned && warning !== undefined ? (
          <InlineConfirm
            text={warning}
            cancel="Back"
            onCancel={() => setIsWarned(false)}
            confirm="Save anyway"
          />
        ) : (
          <div className="form-actions">
            <Button onClick={() => guard.mayClose() && onClose()}>Cancel</Button>
            {action !== null && (
              <Button type="submit" look={isDangerous ? "danger" : "primary"} aria-disabled={form.isSending}>
                {form.isSending ? "Sending…" : action}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** The errors that belong to no field. */
function FormErrors({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="error-note" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
