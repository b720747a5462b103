import { useState } from "react";
import { Link } from "react-router";
import type { Scope } from "../../../../src/domain/resources.ts";
import { DialogButton } from "../../components/button.tsx";
import { CheckboxGroup, RadioGroup } from "../../components/form/choices.tsx";
import { NumberField, TextField } from "../../components/form/fields.tsx";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { fieldError, numberOrNull } from "../../components/form/form-values.ts";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { QueryState } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime } from "../../format.ts";
import { type Token, useTokens } from "../../queries/resources.ts";
import { useSession } from "../../session.tsx";
import { ItemTable } from "./lists.tsx";
import { RowButton, Section } from "./parts.tsx";

/** All tokens. */
export function TokensTab() {
  const tokens = useTokens();
  const { id: currentId, signOut } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const zone = deviceZone();
  if (tokens.data === undefined) return <QueryState query={tokens} />;
  return (
    <Section
      title="Tokens"
      isTop
      actions={
        <DialogButton look="primary" dialog={newToken(setSecret)}>
          New token
        </DialogButton>
      }
    >
      <p className="small soft">
        Create a separate token for each person or system. “Share display” on a display creates its token.
      </p>
      <ItemTable
        label="Tokens"
        items={tokens.data}
        columns={[
          [
            "Name",
            ({ id, name }) => (
              <>
                {name}
                {id === currentId && <span className="smaller soft block break">Current token</span>}
              </>
            ),
            "name",
          ],
          [
            "Scopes",
            ({ scopes, space_id: spaceId }) =>
              spaceId === null ? (
                scopes.join(", ")
              ) : (
                <>
                  display of <Link to={`/display/${spaceId}`}>{spaceId}</Link>
                </>
              ),
          ],
          ["Requests per minute", ({ rate }) => (rate === null ? "No limit" : formatCount(rate)), "number"],
          [`Created (${zone})`, (token) => formatDateTime(token.created_at, zone), "time"],
        ]}
        actionsOf={(token) => (
          <RowButton
            action="Revoke"
            label={`Revoke ${token.name}`}
            dialog={revokeToken(token, token.id === currentId ? signOut : null)}
          />
        )}
      />
      {secret !== null && (
        <SecretDialog title="Token created" label="Token" secret={secret} onClose={() => setSecret(null)}>
          Send it in the header <code>Authorization: Bearer …</code>, or use it to sign in to the console.
        </SecretDialog>
      )}
    </Section>
  );
}

/** The scopes of the site (D18): the one of a display is chosen at the display. */
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

const BLANK = {
  name: "",
  scopes: ["read"] as Scope[],
  limit: "default" as (typeof RATES)[number]["value"],
  rate: "60",
};

/** Creates a token. @param onCreated receives its secret, which the server returns only once */
function newToken(onCreated: (secret: string) => void): DialogOf {
  return formDialog({
    title: "New token",
    action: "Create token",
    initial: BLANK,
    request: (v2, values) => {
      const { name, scopes } = values;
      return v2.POST("/v2/tokens/", { body: { name, scopes, ...rateOf(values) } });
    },
    saved: ({ token }) => ({ changed: ["tokens"], onClosed: () => onCreated(token) }),
    fields: (form) => (
      <>
        <TextField {...form.field("name", "Name", "For example “Door sensors”.")} />
        <CheckboxGroup choices={SCOPE_CHOICES} {...form.field("scopes", "Scopes")} />
        <RadioGroup choices={RATES} {...form.field("limit", "Rate limit")} />
        {form.values.limit === "number" && <NumberField {...form.field("rate", "Requests per minute")} />}
      </>
    ),
  });
}

/** The field `rate` of the request body, which is left out for the default. */
function rateOf({ limit, rate }: typeof BLANK): { rate?: number | null } {
  if (limit === "default") return {};
  if (limit === "none") return { rate: null };
  const number = numberOrNull(rate, "rate");
  if (number === null) throw fieldError("rate", "is required");
  return { rate: number };
}

/** Revokes a token. @param signOut signs out if it is the token that is signed in; null for another token */
function revokeToken({ id, name }: Token, signOut: (() => void) | null): DialogOf {
  return formDialog({
    title: `Revoke ${name}?`,
    action: "Revoke token",
    isDangerous: true,
    initial: {},
    request: (v2) => v2.DELETE("/v2/tokens/{token_id}/", { params: { path: { token_id: id } } }),
    saved: () =>
      signOut === null
        ? { changed: ["tokens"], message: `${name} has been revoked.` }
        : { changed: [], onClosed: signOut },
    fields: () => (
      <>
        <p>The server rejects requests with this token from now on. This cannot be undone.</p>
        {signOut !== null && (
          <p>
            <strong>You are signed in with this token, so you will be signed out.</strong>
          </p>
        )}
      </>
    ),
  });
}
