import { type ReactNode, useId } from "react";

/** Several controls that answer one question, with its hint and what the server has against the answer. */
export function FieldGroup(props: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { label, hint, error, className = "", children } = props;
  const id = useId();
  return (
    <fieldset
      className={`field field-group ${className}`}
      aria-describedby={`${id}-said`}
      {...(error === undefined ? {} : { "aria-invalid": true as const, tabIndex: -1 })}
    >
      <legend>{label}</legend>
      {children}
      <div id={`${id}-said`}>
        {hint !== undefined && <p className="field-hint">{hint}</p>}
        {error !== undefined && <p className="field-error">{error}</p>}
      </div>
    </fieldset>
  );
}
