import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, InlineConfirm, useLeaveGuard } from "./dialog.tsx";
import { Field } from "./field.tsx";

/** Shows a secret that the server returns only once. Asks before it closes if the secret has not been copied. */
export function SecretDialog(props: {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, label, secret, onClose, children } = props;
  const isSaved = useRef(false);
  const setSaved = () => {
    isSaved.current = true;
  };
  const guard = useLeaveGuard({ wouldLose: () => !isSaved.current, onClose });
  const close = (leave: () => void) => () => {
    setSaved();
    leave();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <div className="stack">
        <p>{children}</p>
        <Field label={label} hint="Copy it now. It cannot be shown again.">
          {(control) => (
            <input
              {...control}
              className="code"
              readOnly
              value={secret}
              onFocus={({ target }) => target.select()}
              onCopy={setSaved}
            />
          )}
        </Field>
        {guard.isAsking ? (
          <InlineConfirm
            text={`You have not copied the ${label.toLowerCase()}. Close without saving it?`}
            cancel="Keep open"
            onCancel={guard.stay}
            confirm="Close without saving"
            onConfirm={close(guard.leave)}
          />
        ) : (
          <div className="row form-actions">
            <CopyButton text={secret} onCopied={setSaved} />
            <Button look="primary" onClick={close(onClose)}>
              I have saved it
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Copies a text to the clipboard and shows whether it succeeded. @param props.what what it is, if a page has several */
export function CopyButton(props: {
  readonly text: string;
  readonly what?: string;
  readonly onCopied?: () => void;
}) {
  const { text, what, onCopied } = props;
  const [shown, setShown] = useState("Copy");
  const copy = async () => {
    try {
      // Browsers provide the clipboard only over https and on localhost.
      await navigator.clipboard.writeText(text);
      setShown("Copied");
      onCopied?.();
    } catch {
      setShown("Cannot copy: select the text and copy it");
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <span aria-live="polite">{shown}</span>
      {what !== undefined && <span className="visually-hidden">{what}</span>}
    </Button>
  );
}
