import { type ReactNode, useId } from "react";
import { FieldNotes } from "./fields.tsx";

/** Several controls of one field, with its label, hint and error. */
export function FieldGroup(props: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}) {
  const { label, hint, error, children } = props;
  const id = useId();
  return (
    <fieldset
      className="field field-group"
      aria-describedby={`${id}-notes`}
      {...(error === undefined ? {} : { "aria-invalid": true as const, tabIndex: -1 })}
    >
      <legend>{label}</legend>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}
