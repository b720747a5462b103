import { useState } from "react";
import { answerOf } from "../../../../src/client/index.ts";
import { DialogButton } from "../../components/button.tsx";
import { CheckboxGroup, RadioGroup } from "../../components/form/choices.tsx";
import { NumberField, TextField } from "../../components/form/fields.tsx";
import { ConfirmDialog, FormDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, numberOrNull } from "../../components/form/form-values.ts";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { QueryState } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime } from "../../format.ts";
import { type Token, useTokens } from "../../queries/set-up.ts";
import { type Scope, useSession } from "../../session.tsx";
import { ItemTable } from "./lists.tsx";
import { RowButton, Section } from "./parts.tsx";

/** All tokens. */
export function TokensTab() {
  const tokens = useTokens();
  const { id: currentId } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const zone = deviceZone();
  if (tokens.data === undefined) return <QueryState query={tokens} />;
  return (
    <Section
      title="Tokens"
      isTop
      actions={
        <DialogButton
          look="primary"
          dialog={(onClose) => <NewTokenDialog onClose={onClose} onCreated={setSecret} />}
        >
          New token
        </DialogButton>
      }
    >
      <p className="field-hint">Create a separate token for each person or system.</p>
      <ItemTable
        label="Tokens"
        items={tokens.data}
        columns={[
          ["Name", (token) => <TokenName token={token} isOwn={token.id === currentId} />, "name"],
          ["Scopes", ({ scopes }) => scopes.join(", ")],
          ["Requests per minute", ({ rate }) => (rate === null ? "No limit" : formatCount(rate)), "number"],
          [`Created (${zone})`, (token) => formatDateTime(token.created_at, zone), "time"],
          [
            "",
            (token) => (
              <RowButton
                action="Revoke"
                label={`Revoke ${token.name}`}
                dialog={(onClose) => (
                  <RevokeTokenDialog token={token} isOwn={token.id === currentId} onClose={onClose} />
                )}
              />
            ),
          ],
        ]}
      />
      {secret !== null && (
        <SecretDialog title="Token created" label="Token" secret={secret} onClose={() => setSecret(null)}>
          Send it in the header <code>Authorization: Bearer …</code>, or use it to sign in to the console.
        </SecretDialog>
      )}
    </Section>
  );
}

interface TokenProps {
  readonly token: Token;
  /** Whether it is the token that is signed in. */
  readonly isOwn: boolean;
}

function TokenName({ token, isOwn }: TokenProps) {
  return (
    <>
      {token.name}
      {isOwn && <span className="set-up-row-about">Current token</span>}
    </>
  );
}

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

const BLANK: TokenValues = { name: "", scopes: ["read"], limit: "default", rate: "60" };

/** Creates a token. The server returns its secret only once. */
function NewTokenDialog(props: {
  readonly onClose: () => void;
  readonly onCreated: (secret: string) => void;
}) {
  const { onClose, onCreated } = props;
  return (
    <FormDialog
      title="New token"
      action="Create token"
      initial={BLANK}
      send={async (client, values) => {
        const { name, scopes } = values;
        const body = { name, scopes, ...rateOf(values) };
        const { token } = await answerOf(client.v2.POST("/v2/tokens/", { body }));
        return { changed: ["tokens"], onClosed: () => onCreated(token) };
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField {...form.field("name", "Name", "For example “Lobby display”.")} />
          <CheckboxGroup choices={SCOPE_CHOICES} {...form.field("scopes", "Scopes")} />
          <RadioGroup choices={RATES} {...form.field("limit", "Rate limit")} />
          {form.values.limit === "number" && <NumberField {...form.field("rate", "Requests per minute")} />}
        </>
      )}
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

/** Revokes a token. Signs out if it is the token that is signed in. */
function RevokeTokenDialog({ token, isOwn, onClose }: TokenProps & { readonly onClose: () => void }) {
  const { signOut } = useSession();
  const params = { path: { token_id: token.id } };
  const message = `${token.name} has been revoked.`;
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      action="Revoke token"
      request={(client) => client.v2.DELETE("/v2/tokens/{token_id}/", { params })}
      saved={isOwn ? { changed: [], onClosed: signOut } : { changed: ["tokens"], message }}
      onClose={onClose}
    >
      <p>The server rejects requests with this token from now on. This cannot be undone.</p>
      {isOwn && (
        <p>
          <strong>You are signed in with this token, so you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
