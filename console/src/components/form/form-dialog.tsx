import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { answerOf, type HeadcountClient, Problem } from "../../../../src/client/index.ts";
import { RateLimitNotice } from "../../connection/connection-note.tsx";
import { type Fetched, useRefresh } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { InlineConfirm } from "../inline-confirm.tsx";
import { useLeaveGuard } from "../leave-guard.tsx";
import { errorText } from "../states.tsx";
import { useToast } from "../toast.tsx";
import type { FieldBinding } from "./fields.tsx";
import { type FormErrors, formErrorsOf, isSame, NO_ERRORS } from "./form-values.ts";

/** What follows after a form has been sent. */
interface Saved {
  /** The data that is refetched. */
  readonly changed: readonly Fetched[];
  /** The message that is shown when the data is fresh. */
  readonly message?: string;
  /** The path of the page that is opened then. */
  readonly page?: string;
  /** Runs after the dialog has been closed, before the data is refetched. */
  readonly onClosed?: () => void;
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** A form in a dialog. It asks before closing the dialog, going back or closing the tab discards the input. */
export function FormDialog<Values extends object>(
  props: DialogProps & {
    readonly initial: Values;
    /** Sends the values; the form shows the error that it throws. */
    readonly send: (client: HeadcountClient, values: Values) => Promise<Saved>;
    /** The fields that must be unique. */
    readonly conflicting?: readonly (keyof Values & string)[];
    /** The label of the submit button; null if the form cannot be sent. */
    readonly action: string | null | ((values: Values) => string);
    readonly isDangerous?: boolean;
    /** A question to confirm before the form is sent; null if there is none. */
    readonly warningOf?: (values: Values) => string | null;
    readonly children: (form: Form<Values>) => ReactNode;
  },
) {
  const { title, initial, send, conflicting = [], action, isDangerous, warningOf, onClose, children } = props;
  const { client } = useSession();
  const finish = useFinish(onClose);
  const form = useForm({
    initial,
    conflicting,
    send: async (values: Values) => finish(await send(client, values)),
  });
  const [isWarned, setIsWarned] = useState(false);
  const warning = warningOf?.(form.values) ?? null;
  // A successful request may navigate.
  const guard = useLeaveGuard({ wouldLose: () => form.isChanged, isLeaving: form.isSending, onClose });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setIsWarned(!isWarned && warning !== null);
    if (isWarned || warning === null) return form.submit(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <form className="form" noValidate onSubmit={submit}>
        {children(form)}
        <ErrorLines lines={form.rest} />
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
        ) : isWarned && warning !== null ? (
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
                {form.isSending ? "Sending…" : typeof action === "string" ? action : action(form.values)}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Refetches what has changed, shows a message, closes the dialog and opens a page. */
function useFinish(onClose: () => void) {
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  return async ({ changed, message, page, onClosed }: Saved) => {
    if (onClosed !== undefined) {
      onClose();
      onClosed();
    }
    await refresh(...changed);
    if (message !== undefined) {
      toast(message);
      onClose();
    }
    if (page !== undefined) await navigate(page);
  };
}

/** The errors that belong to no field. */
function ErrorLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="error-note" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

const NO_VALUES = {};

/** Asks for confirmation of a dangerous action, sends its request, and shows its errors. */
export function ConfirmDialog(
  props: DialogProps & {
    readonly action: string;
    readonly request: (client: HeadcountClient) => Parameters<typeof answerOf>[0];
    readonly saved: Saved;
    readonly children: ReactNode;
  },
) {
  const { request, saved, children, ...dialog } = props;
  const send = async (client: HeadcountClient) => {
    await answerOf(request(client));
    return saved;
  };
  return (
    <FormDialog {...dialog} initial={NO_VALUES} send={send} isDangerous>
      {() => children}
    </FormDialog>
  );
}

/** The state of a form, which `FormDialog` renders. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** The errors that belong to no field. */
  readonly rest: readonly string[];
  readonly isChanged: boolean;
  readonly isSending: boolean;
  /** Binds a field to one of the values. */
  field<Name extends keyof Values & string>(
    name: Name,
    label: string,
    hint?: ReactNode,
  ): FieldBinding<Values[Name]>;
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
  readonly conflicting: readonly (keyof Values & string)[];
}): Form<Values> {
  const { send, conflicting } = options;
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
    field: (name, label, hint) => ({
      label,
      hint,
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
