import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { answerOf, type HeadcountClient, Problem } from "../../../../src/client/index.ts";
import { RateLimitNotice } from "../../connection/connection-note.tsx";
import { type Fetched, useRefresh } from "../../queries/resources.ts";
import { useSession } from "../../session.tsx";
import { Button } from "../button.tsx";
import { Dialog, InlineConfirm, useLeaveGuard } from "../dialog.tsx";
import { errorText } from "../states.tsx";
import { useToast } from "../toast.tsx";
import type { FieldBinding } from "./fields.tsx";
import { type FormErrors, formErrorsOf, isSame, NO_ERRORS } from "./form-values.ts";

/** A form whose values have the field names of the API, to which errors refer. */
interface FormOptions<Values extends object, Answer> {
  readonly title: string;
  /** The label of the submit button; null if the form cannot be sent. */
  readonly action: string | null | ((values: Values) => string);
  readonly isDangerous?: boolean;
  readonly initial: Values;
  /** The fields that must be unique. */
  readonly conflicting?: readonly (keyof Values & string)[];
  /** The object of the body that has the fields; none if they are the body's own. */
  readonly within?: string;
  /** What the values would change, which the user sees before the form can be sent. */
  readonly preview?: Preview<Values>;
  /** A question to confirm before the form is sent; null if there is none. */
  readonly warningOf?: (values: Values) => string | null;
  /** Sends the values. The form shows the errors of the response, and those that this throws. */
  readonly request: (v2: HeadcountClient["v2"], values: Values) => Parameters<typeof answerOf<Answer>>[0];
  readonly saved: (answer: Answer, values: Values) => Saved;
  readonly fields: (form: Form<Values>) => ReactNode;
}

interface Preview<Values extends object> {
  /** Whether it is shown at once, because the form has no fields to fill. */
  readonly isAtOnce?: boolean;
  /** Asks the server. The form shows the errors of the response as those of `request`. */
  readonly read: (v2: HeadcountClient["v2"], values: Values) => Promise<ReactNode>;
}

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

/** The values of a form, and what its fields need. */
export interface Form<Values extends object> {
  readonly values: Values;
  /** Whether the form shows what the values would change. */
  readonly isPreviewed: boolean;
  set(changed: Partial<Values>): void;
  /** Binds a field to one of the values. */
  field<Name extends keyof Values & string>(
    name: Name,
    label: string,
    hint?: ReactNode,
  ): FieldBinding<Values[Name]>;
}

/** Renders a dialog. @param onClose closes it */
export type DialogOf = (onClose: () => void) => ReactNode;

/** A form in a dialog. */
export function formDialog<Values extends object, Answer>(options: FormOptions<Values, Answer>): DialogOf {
  return (onClose) => <FormDialog options={options} onClose={onClose} />;
}

/** A dialog that asks before something is deleted. */
export function deleteDialog(
  noun: string,
  name: string,
  options: Omit<Saved, "message"> &
    Pick<FormOptions<object, unknown>, "request"> & { readonly text: ReactNode },
): DialogOf {
  const { request, text, ...saved } = options;
  return formDialog({
    title: `Delete ${name}?`,
    action: `Delete ${noun}`,
    isDangerous: true,
    initial: {},
    request,
    saved: () => ({ ...saved, message: `${name} has been deleted.` }),
    fields: () => <p>{text}</p>,
  });
}

/** It asks before closing the dialog, going back or closing the tab discards the input. */
function FormDialog<Values extends object, Answer>(props: {
  readonly options: FormOptions<Values, Answer>;
  readonly onClose: () => void;
}) {
  const { options, onClose } = props;
  const { title, isDangerous, warningOf } = options;
  const form = useForm(options, useFinish(onClose));
  const { values, isChanged, isSending, previewed } = form;
  const action = options.preview !== undefined && previewed === null ? "Preview" : options.action;
  const [isWarned, setIsWarned] = useState(false);
  const warning = warningOf?.(values) ?? null;
  // A successful request may navigate.
  const guard = useLeaveGuard({ wouldLose: () => isChanged, isLeaving: isSending, onClose });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Events of a nested dialog bubble through React's tree.
    event.stopPropagation();
    setIsWarned(!isWarned && warning !== null);
    if (isWarned || warning === null) form.send(event.currentTarget);
  };
  const frame = useRef<HTMLFormElement>(null);
  usePreviewAtOnce(options.preview?.isAtOnce === true, () => frame.current && form.send(frame.current));
  return (
    <Dialog title={title} onClose={onClose} mayClose={guard.mayClose}>
      <form ref={frame} className="stack" noValidate onSubmit={submit}>
        {options.fields(form)}
        {previewed !== null && <Previewed>{previewed}</Previewed>}
        {form.rest.length > 0 && (
          <div className="error-note" role="alert">
            {form.rest.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        {isSending && (
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
          <div className="row form-actions">
            <Button onClick={() => guard.mayClose() && onClose()}>Cancel</Button>
            {action !== null && (
              <Button type="submit" look={isDangerous ? "danger" : "primary"} aria-disabled={isSending}>
                {isSending ? "Sending…" : typeof action === "string" ? action : action(values)}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** What the values would change. It is below the fields, so it may be out of sight. */
function Previewed({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={element} className="form-preview" role="status">
      {children}
    </div>
  );
}

function usePreviewAtOnce(isWanted: boolean, send: () => void): void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!isWanted || isSent.current) return;
    isSent.current = true;
    send();
  });
}

/** Returns a function that refetches what has changed, shows a message, closes the dialog and opens a page. */
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

/** The state of a form. It keeps the input if sending fails. */
function useForm<Values extends object, Answer>(
  options: FormOptions<Values, Answer>,
  finish: (saved: Saved) => Promise<void>,
) {
  const { request, saved, preview, within, conflicting = [] } = options;
  const { client } = useSession();
  /** What the present values would change; null until the server has said it. */
  const [previewed, setPreviewed] = useState<ReactNode>(null);
  const [initial] = useState(options.initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS);
  const [isSending, setIsSending] = useState(false);
  const focusFirst = useFocusOnErrors(errors);
  const edits = useRef(0);
  const set = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors(({ fields, rest }) => ({ fields: without(fields, Object.keys(changed)), rest }));
    edits.current += 1;
    setPreviewed(null);
  };
  const readPreview = async ({ read }: Preview<Values>) => {
    const edit = edits.current;
    const shown = await read(client.v2, values);
    if (edit === edits.current) setPreviewed(shown);
  };
  const sendValues = async () => {
    try {
      if (preview !== undefined && previewed === null) await readPreview(preview);
      else await finish(saved(await answerOf(request(client.v2, values)), values));
    } catch (error) {
      if (error instanceof Problem) setErrors(formErrorsOf(error, values, conflicting, within));
      else setErrors({ fields: {}, rest: [errorText(error)] });
    } finally {
      setIsSending(false);
    }
  };
  return {
    values,
    previewed,
    isPreviewed: previewed !== null,
    rest: errors.rest,
    isChanged: !isSame(initial, values),
    isSending,
    set,
    field: <Name extends keyof Values & string>(name: Name, label: string, hint?: ReactNode) => ({
      label,
      hint,
      value: values[name],
      error: errors.fields[name],
      onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    }),
    send: (form: HTMLFormElement) => {
      if (isSending) return;
      focusFirst(form);
      setIsSending(true);
      setErrors(NO_ERRORS);
      void sendValues();
    },
  };
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
