import type { TurnedLink } from "./turn-link-dialog.tsx";

/** The cell with the buttons of an open link in a table of links. */
export function LinkActions({
  link,
  name,
  onTurn,
  onUnlink,
}: {
  readonly link: Omit<TurnedLink, "endedAt">;
  /** The name of the space or doorway that the row is about. */
  readonly name: string;
  readonly onTurn: (link: TurnedLink) => void;
  readonly onUnlink: (link: Omit<TurnedLink, "endedAt">) => void;
}) {
  return (
    <td className="set-up-row-actions">
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Wrong way round? Correct ${name}`}
        onClick={() => onTurn({ ...link, endedAt: null })}
      >
        Wrong way round?
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Unlink ${name}`}
        onClick={() => onUnlink(link)}
      >
        Unlink
      </button>
    </td>
  );
}
