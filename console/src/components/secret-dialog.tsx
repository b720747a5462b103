import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";

/** Shows a secret that the server tells but once. */
export function SecretDialog(props: {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, label, secret, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="form">
        <p>{children}</p>
        <Field label={label} hint="It is shown this once: nobody can read it again, here or on the server.">
          {(control) => (
            <input
              {...control}
              className="code"
              readOnly
              value={secret}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <div className="form-actions">
          <CopyButton text={secret} label="Copy" />
          <button type="button" className="button button-primary" onClick={onClose}>
            Done, I have kept it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
