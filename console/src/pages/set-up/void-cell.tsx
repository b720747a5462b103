import type { ReactNode } from "react";
import type { HeadcountClient } from "../../../../src/client/index.ts";
import { DialogButton } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import type { Fetched } from "../../queries/set-up.ts";
import { useSave } from "./use-save.ts";

interface VoidProps {
  readonly kind: "event" | "reset";
  /** When it happened, as shown. */
  readonly time: string;
  readonly changed: readonly Fetched[];
  readonly send: (client: HeadcountClient) => Promise<unknown>;
  readonly children: ReactNode;
}

/** The table cell with the button that voids an event or a reset, after a confirmation. */
export function VoidCell(props: VoidProps) {
  return (
    <td className="set-up-row-actions">
      <DialogButton
        look="quiet"
        aria-label={`Void the ${props.kind} of ${props.time}`}
        dialog={(onClose) => <VoidDialog {...props} onClose={onClose} />}
      >
        Void
      </DialogButton>
    </td>
  );
}

function VoidDialog(props: VoidProps & { readonly onClose: () => void }) {
  const { kind, changed, send, onClose, children } = props;
  const { client, saved } = useSave(onClose);
  const voidItem = async () => {
    await send(client);
    await saved(changed, `The ${kind} has been voided.`);
  };
  return (
    <ConfirmDialog
      title={`Void this ${kind}?`}
      action={`Void ${kind}`}
      onConfirm={voidItem}
      onClose={onClose}
    >
      <p>
        {children} The server recomputes counts without this {kind}. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
