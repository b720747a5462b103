import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup, RadioGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { NumberField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { complaint, numberOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { type Token, useRefresh } from "../../queries/set-up.ts";
import { type Scope, useSession } from "../../session.tsx";

/** What each scope is for (D18). */
const SCOPE_CHOICES: readonly { readonly value: Scope; readonly name: string; readonly hint: string }[] = [
  { value: "read", name: "read", hint: "Look at everything but tokens and the audit log." },
  { value: "write", name: "write", hint: "Change the set-up, too; includes read." },
  { value: "ingest", name: "ingest", hint: "Send events and heartbeats, as sensors do." },
  { value: "sql", name: "sql", hint: "Ask questions in SQL." },
  { value: "admin", name: "admin", hint: "Everything, and correct the past, make tokens, replay calls." },
];

const RATES = [
  { value: "usual", name: "The server's usual" },
  { value: "number", name: "A number of requests a minute" },
  { value: "none", name: "No limit" },
] as const;

interface TokenValues {
  readonly name: string;
  readonly scopes: Scope[];
  readonly limit: (typeof RATES)[number]["value"];
  readonly rate: string;
}

/** Creates a token, which is told but once. */
export function NewTokenDialog(props: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) {
  const { onClose, onCreated } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const initial: TokenValues = { name: "", scopes: ["read"], limit: "usual", rate: "60" };
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
    <FormDialog title="New token" form={form} action="Create the token" onClose={onClose}>
      <TextField label="Name" hint="Who or what uses it, such as “Lobby display”." {...form.field("name")} />
      <CheckboxGroup
        label="What it may do"
        choices={SCOPE_CHOICES}
        {...form.field("scopes")}
        onChange={(scopes) => form.set({ scopes: [...scopes] })}
      />
      <RadioGroup label="How often it may ask" choices={RATES} {...form.field("limit")} />
      {form.values.limit === "number" && <NumberField label="Requests a minute" {...form.field("rate")} />}
    </FormDialog>
  );
}

/** What is sent of the rate: nothing where the server's own is meant. */
function rateOf({ limit, rate }: TokenValues): { rate?: number | null } {
  if (limit === "usual") return {};
  if (limit === "none") return { rate: null };
  const number = numberOrNull(rate, "rate");
  if (number === null) throw complaint("rate", "is required");
  return { rate: number };
}

/** Revokes a token: what uses it is let in no more. */
export function RevokeTokenDialog(props: {
  readonly token: Token;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}) {
  const { token, isOwn, onClose } = props;
  const { client, signOut } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const revoke = async () => {
    await answerOf(client.v2.DELETE("/v2/tokens/{token_id}/", { params: { path: { token_id: token.id } } }));
    if (isOwn) {
      signOut();
      return;
    }
    await refresh("tokens");
    toast(`${token.name} has been revoked.`);
    onClose();
  };
  return (
    <ConfirmDialog title={`Revoke ${token.name}?`} action="Revoke it" onConfirm={revoke} onClose={onClose}>
      <p>Whatever uses it is refused from now on. This cannot be undone.</p>
      {isOwn && (
        <p>
          <strong>This is the token that you use now: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
