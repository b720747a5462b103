import { useState } from "react";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { Unanswered } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime } from "../../format.ts";
import { type Token, useTokens } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { Section, Table, useBeginning } from "./parts.tsx";
import { NewTokenDialog, RevokeTokenDialog } from "./token-dialogs.tsx";

/** Every token: who is let in, and to what. */
export function TokensTab() {
  const tokens = useTokens();
  if (tokens.data === undefined) return <Unanswered query={tokens} />;
  return <Tokens tokens={tokens.data} />;
}

function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  const { id: currentId } = useSession();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const [shown, more] = useBeginning(tokens);
  const zone = deviceZone();
  return (
    <Section
      title="Tokens"
      isTop
      actions={
        <button type="button" className="button button-primary" onClick={() => setIsAdding(true)}>
          New token
        </button>
      }
    >
      <p className="field-hint">Each person or system that uses this server should have its own.</p>
      <Table
        label="Tokens"
        numeric={["Requests a minute"]}
        columns={["Name", "Scopes", "Requests a minute", `Created (${zone})`, ""]}
      >
        {shown.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              {token.name}
              {token.id === currentId && <span className="set-up-row-about">You use this one</span>}
            </th>
            <td>{token.scopes.join(", ")}</td>
            <td className="numeric">{token.rate === null ? "No limit" : formatCount(token.rate)}</td>
            <td className="set-up-number">{formatDateTime(token.created_at, zone)}</td>
            <td className="set-up-row-actions">
              <button
                type="button"
                className="button button-quiet"
                aria-label={`Revoke ${token.name}`}
                onClick={() => setRevoked(token)}
              >
                Revoke
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {more}
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} onCreated={setSecret} />}
      {secret !== null && (
        <SecretDialog
          title="The token has been created"
          label="Token"
          secret={secret}
          onClose={() => setSecret(null)}
        >
          Requests carry it in the header <code>Authorization: Bearer …</code>; it also signs in here.
        </SecretDialog>
      )}
      {revoked !== null && (
        <RevokeTokenDialog
          token={revoked}
          isOwn={revoked.id === currentId}
          onClose={() => setRevoked(null)}
        />
      )}
    </Section>
  );
}
