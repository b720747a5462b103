import { type ReactNode, useId } from "react";

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

type NotesProps = Readonly<{ hint?: ReactNode; error?: string | undefined }>;

/** A control with its label, a hint and an error. */
export function Field(
  props: NotesProps & { readonly label: string; readonly children: (control: ControlProps) => ReactNode },
) {
  const { label, hint, error, children } = props;
  const id = useId();
  const control = { id, "aria-describedby": `${id}-notes`, ...(error !== undefined && INVALID) };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(control)}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

const INVALID = { "aria-invalid": true } as const;

/** The hint and the error of a control; its id is `${id}-notes`. */
export function FieldNotes({ id, hint, error }: NotesProps & { readonly id: string }) {
  return (
    <div id={`${id}-notes`} className="field-notes">
      {hint !== undefined && <p className="small soft">{hint}</p>}
      {error !== undefined && <p className="field-error">{error}</p>}
    </div>
  );
}
