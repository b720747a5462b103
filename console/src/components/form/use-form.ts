import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Problem } from "../../../../src/client/index.ts";
import { errorText } from "../states.tsx";
import { type FormErrors, formErrorsOf, NO_ERRORS } from "./form-errors.ts";
import { isSame } from "./form-values.ts";

/** Binds a field to one of the values of a form. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** The state of a form, which `FormDialog` renders. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** The errors that belong to no field. */
  readonly rest: readonly string[];
  readonly isChanged: boolean;
  readonly isSending: boolean;
  field<Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]>;
  set(changed: Partial<Values>): void;
  submit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * A form whose values have the field names of the API, to which errors refer. It keeps the input if sending fails.
 *
 * @param options.send sends the values and handles the response; the form shows the error that it throws
 * @param options.conflicting the fields that must be unique
 */
export function useForm<Values extends object>(options: {
  readonly initial: Values;
  readonly send: (values: Values) => Promise<void>;
  readonly conflicting?: readonly (keyof Values & string)[];
}): Form<Values> {
  const { send, conflicting = [] } = options;
  const [initial] = useState(options.initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setIsSending] = useState(false);
  const focusFirst = useFocusOnErrors(errors);
  const set = useCallback((changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors(({ fields, rest }) => ({ fields: without(fields, Object.keys(changed)), rest }));
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Events of a nested dialog bubble through React's tree.
    event.stopPropagation();
    if (isSending) return;
    focusFirst(event.currentTarget);
    setIsSending(true);
    setErrors(NO_ERRORS);
    send(values)
      .catch((error: unknown) => setErrors(errorsOf(error, values, conflicting)))
      .finally(() => setIsSending(false));
  };
  return {
    values,
    rest: errors.rest,
    isChanged: !isSame(initial, values),
    isSending,
    field: (name) => ({
      value: values[name],
      error: errors.fields[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    set,
    submit,
  };
}

function errorsOf(error: unknown, values: object, conflicting: readonly string[]): FormErrors {
  if (error instanceof Problem) return formErrorsOf(error, values, conflicting);
  return { fields: {}, rest: [errorText(error)] };
}

function without(fields: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Focuses the first field with an error. @returns sets the form that has been sent */
function useFocusOnErrors(errors: FormErrors): (sent: HTMLFormElement) => void {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors.fields).length === 0 || form.current === null) return;
    const invalid = form.current.querySelector<HTMLElement>("[aria-invalid]");
    invalid?.focus({ preventScroll: true });
    // The error is below the control.
    invalid?.closest(".field")?.scrollIntoView({ block: "center" });
    form.current = null;
  }, [errors]);
  return (sent) => {
    form.current = sent;
  };
}
