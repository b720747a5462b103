import { type ReactNode, useId } from "react";

/** What the control of a field is given, so that it belongs to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** A control with its label, a hint, and what the server has against its value. */
export function Field(props: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}) {
  const { label, hint, error, children } = props;
  const id = useId();
  const said = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  const control: ControlProps = {
    id,
    ...(said.length === 0 ? {} : { "aria-describedby": said.join(" ") }),
    ...(error === undefined ? {} : { "aria-invalid": true as const }),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(control)}
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
