import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup, RadioGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { NumberField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, numberOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { type Token, useRefresh } from "../../queries/set-up.ts";
import { type Scope, useSession } from "../../session.tsx";
import { useSave } from "./use-save.ts";

/** The scopes (D18). */
const SCOPE_CHOICES: readonly { readonly value: Scope; readonly name: string; readonly hint: string }[] = [
  { value: "read", name: "read", hint: "Read everything except tokens and the audit log." },
  { value: "write", name: "write", hint: "Change the set-up. Includes read." },
  { value: "ingest", name: "ingest", hint: "Send events and heartbeats." },
  { value: "sql", name: "sql", hint: "Run SQL queries." },
  { value: "admin", name: "admin", hint: "Everything, including tokens and corrections of the past." },
];

const RATES = [
  { value: "default", name: "Server default" },
  { value: "number", name: "Custom" },
  { value: "none", name: "No limit" },
] as const;

interface TokenValues {
  readonly name: string;
  readonly scopes: Scope[];
  readonly limit: (typeof RATES)[number]["value"];
  readonly rate: string;
}

/** Creates a token. The server returns its secret only once. */
export function NewTokenDialog(props: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) {
  const { onClose, onCreated } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const initial: TokenValues = { name: "", scopes: ["read"], limit: "default", rate: "60" };
  const form = useForm({
    initial,
    send: async (values) => {
      const { name, scopes } = values;
      const body = { name, scopes, ...rateOf(values) };
      const { token } = await answerOf(client.v2.POST("/v2/tokens/", { body }));
      onClose();
      onCreated(token);
      await refresh("tokens");
    },
  });
  return (
    <FormDialog title="New token" form={form} action="Create token" onClose={onClose}>
      <TextField label="Name" hint="For example “Lobby display”." {...form.field("name")} />
      <CheckboxGroup
        label="Scopes"
        choices={SCOPE_CHOICES}
        {...form.field("scopes")}
        onChange={(scopes) => form.set({ scopes: [...scopes] })}
      />
      <RadioGroup label="Rate limit" choices={RATES} {...form.field("limit")} />
      {form.values.limit === "number" && <NumberField label="Requests per minute" {...form.field("rate")} />}
    </FormDialog>
  );
}

/** The field `rate` of the request body, which is left out for the default. */
function rateOf({ limit, rate }: TokenValues): { rate?: number | null } {
  if (limit === "default") return {};
  if (limit === "none") return { rate: null };
  const number = numberOrNull(rate, "rate");
  if (number === null) throw fieldError("rate", "is required");
  return { rate: number };
}

/** Revokes a token. */
export function RevokeTokenDialog(props: {
  readonly token: Token;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}) {
  const { token, isOwn, onClose } = props;
  const { signOut } = useSession();
  const { client, saved } = useSave(onClose);
  const revoke = async () => {
    await answerOf(client.v2.DELETE("/v2/tokens/{token_id}/", { params: { path: { token_id: token.id } } }));
    if (isOwn) signOut();
    else await saved(["tokens"], `${token.name} has been revoked.`);
  };
  return (
    <ConfirmDialog title={`Revoke ${token.name}?`} action="Revoke token" onConfirm={revoke} onClose={onClose}>
      <p>The server rejects requests with this token from now on. This cannot be undone.</p>
      {isOwn && (
        <p>
          <strong>You are signed in with this token, so you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
