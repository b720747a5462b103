import { type ReactNode, useRef } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { useLeaveGuard } from "./leave-guard.tsx";
import { Question } from "./question.tsx";

/** Shows a secret that the server answers only once; asks before it closes, until it was copied or said to be saved. */
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
  const close = () => {
    setSaved();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <div className="form">
        <p>{children}</p>
        <Field
          label={label}
          hint="It is shown this once. Neither this page nor the server can show it again."
        >
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
          <Question
            text={`You have not copied it yet. Close it all the same? The ${label.toLowerCase()} is lost then.`}
            stay="Keep it open"
            onStay={guard.stay}
            go="Close without saving"
            onGo={() => {
              setSaved();
              guard.leave();
            }}
          />
        ) : (
          <div className="form-actions">
            <CopyButton text={secret} label="Copy" onCopied={setSaved} />
            <button type="button" className="button button-primary" onClick={close}>
              I have saved it
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
