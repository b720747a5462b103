import { useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { formatDateTime } from "../../format.ts";
import { useDatedLinks } from "../../queries/paged.ts";
import { useMay } from "../../session.tsx";
import { type ShownLink, UnlinkDialog } from "./link-dialogs.tsx";
import { Paged, Table } from "./parts.tsx";
import { type TurnedLink, TurnLinkDialog } from "./turn-link-dialog.tsx";
import { sideOf } from "./words.ts";

interface EndedLinksProps {
  readonly of: { readonly space_id: string } | { readonly doorway_id: string };
  readonly zone: string;
}

/** The links that have ended, fetched when they are asked for: what the counts of those times come from. */
export function EndedLinks(props: EndedLinksProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="set-up-more-details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Since when, and links that have ended</summary>
      {isOpen && <DatedLinks {...props} />}
    </details>
  );
}

function DatedLinks({ of, zone }: EndedLinksProps) {
  const mayCorrect = useMay("admin");
  const links = useDatedLinks(of);
  const [erased, setErased] = useState<ShownLink | null>(null);
  const [turned, setTurned] = useState<TurnedLink | null>(null);
  const isOfSpace = "space_id" in of;
  const columns = [
    isOfSpace ? "Doorway" : "Space",
    "Sensor hangs",
    `From (${zone})`,
    `Until (${zone})`,
    ...(mayCorrect ? [""] : []),
  ];
  return (
    <>
      <Paged list={links} empty="There has never been one.">
        {(items) => (
          <Table label={"Links with their dates"} columns={columns}>
            {items.map((link) => (
              <tr key={link.id}>
                <td>{isOfSpace ? link.doorway_name : link.space_name}</td>
                <td>{sideOf(link.sensor_placement)}</td>
                <td>{link.effective_from ? formatDateTime(link.effective_from, zone) : "The beginning"}</td>
                <td>{link.effective_until ? formatDateTime(link.effective_until, zone) : "Now"}</td>
                {mayCorrect && (
                  <td className="set-up-row-actions">
                    {link.effective_until && (
                      <>
                        <button
                          type="button"
                          className="button button-quiet"
                          onClick={() => setTurned(turnedLink(link))}
                        >
                          Wrong way round?
                        </button>
                        <button
                          type="button"
                          className="button button-quiet"
                          onClick={() =>
                            setErased({
                              id: link.id,
                              spaceName: link.space_name,
                              doorwayName: link.doorway_name,
                              hasEnded: true,
                            })
                          }
                        >
                          Erase
                        </button>
                      </>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </Table>
        )}
      </Paged>
      {turned !== null && <TurnLinkDialog link={turned} onClose={() => setTurned(null)} />}
      {erased !== null && <UnlinkDialog link={erased} onClose={() => setErased(null)} />}
    </>
  );
}

function turnedLink(link: components["schemas"]["ListedLink"]): TurnedLink {
  return {
    id: link.id,
    spaceId: link.space_id,
    spaceName: link.space_name,
    doorwayName: link.doorway_name,
    placement: link.sensor_placement,
    endedAt: link.effective_until ?? null,
  };
}
