import { useState } from "react";
import { DialogButton } from "../../components/button.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { QueryState } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { deviceZone, formatCount, formatDateTime } from "../../format.ts";
import { type Token, useTokens } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { Section, useFirstItems } from "./parts.tsx";
import { NewTokenDialog, RevokeTokenDialog } from "./token-dialogs.tsx";

/** All tokens. */
export function TokensTab() {
  const tokens = useTokens();
  if (tokens.data === undefined) return <QueryState query={tokens} />;
  return <Tokens tokens={tokens.data} />;
}

function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  const { id: currentId } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const [shown, more] = useFirstItems(tokens);
  const zone = deviceZone();
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
      <Table
        label="Tokens"
        numeric={["Requests per minute"]}
        columns={["Name", "Scopes", "Requests per minute", `Created (${zone})`, ""]}
      >
        {shown.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              {token.name}
              {token.id === currentId && <span className="set-up-row-about">Current token</span>}
            </th>
            <td>{token.scopes.join(", ")}</td>
            <td className="numeric">{token.rate === null ? "No limit" : formatCount(token.rate)}</td>
            <td className="set-up-number">{formatDateTime(token.created_at, zone)}</td>
            <td className="set-up-row-actions">
              <DialogButton
                look="quiet"
                aria-label={`Revoke ${token.name}`}
                dialog={(onClose) => (
                  <RevokeTokenDialog token={token} isOwn={token.id === currentId} onClose={onClose} />
                )}
              >
                Revoke
              </DialogButton>
            </td>
          </tr>
        ))}
      </Table>
      {more}
      {secret !== null && (
        <SecretDialog title="Token created" label="Token" secret={secret} onClose={() => setSecret(null)}>
          Send it in the header <code>Authorization: Bearer …</code>, or use it to sign in to the console.
        </SecretDialog>
      )}
    </Section>
  );
}
