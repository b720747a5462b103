import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { Problem } from "../../../../src/client/index.ts";
import { errorText } from "../states.tsx";
import { type FormErrors, NO_ERRORS, placeProblem } from "./form-errors.ts";
import { isSame } from "./form-values.ts";

/** What a field is given to hold one of a form's values. */
export interface FieldBinding<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** The state of a form; `FormDialog` shows it. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** What belongs to no field. */
  readonly rest: readonly string[];
  readonly isChanged: boolean;
  readonly isSending: boolean;
  field<Name extends keyof Values & string>(name: Name): FieldBinding<Values[Name]>;
  set(changed: Partial<Values>): void;
  submit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * A form whose values bear the names that the API gives its fields, so that complaints find their place.
 * What was typed stays where sending fails.
 *
 * @param options.send sends the values, and does what follows from an answer; what it throws is shown
 * @param options.conflicting the fields that a conflict may be about
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
    // A form in a dialog of another form's dialog bubbles through React's tree.
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
  if (error instanceof Problem) return placeProblem(error, values, conflicting);
  return { fields: {}, rest: [errorText(error)] };
}

function without(fields: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** Brings who sent a form to the first field that something is wrong with; told which form it was. */
function useFocusOnErrors(errors: FormErrors): (sent: HTMLFormElement) => void {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors.fields).length === 0 || form.current === null) return;
    const wrong = form.current.querySelector<HTMLElement>("[aria-invalid]");
    wrong?.focus({ preventScroll: true });
    // With what is said about it, which stands below it.
    wrong?.closest(".field")?.scrollIntoView({ block: "center" });
    form.current = null;
  }, [errors]);
  return (sent) => {
    form.current = sent;
  };
}
