import { useState } from "react";
import { DialogButton } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { formatDateTime } from "../../format.ts";
import { useDatedLinks } from "../../queries/paged.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import { type ShownLink, UnlinkDialog } from "./link-dialogs.tsx";
import { Paged } from "./parts.tsx";
import { ReverseLinkDialog } from "./reverse-link-dialog.tsx";

/** The table cell with the buttons of a link. @param props.name of the space or doorway in the row */
export function LinkActions({ link, name }: { readonly link: ShownLink; readonly name: string }) {
  const unlink = link.endedAt === null ? "Unlink" : "Erase";
  return (
    <td className="set-up-row-actions">
      <DialogButton
        look="quiet"
        aria-label={`Reverse direction of ${name}`}
        dialog={(onClose) => <ReverseLinkDialog link={link} onClose={onClose} />}
      >
        Reverse direction
      </DialogButton>
      <DialogButton
        look="quiet"
        aria-label={`${unlink} ${name}`}
        dialog={(onClose) => <UnlinkDialog link={link} onClose={onClose} />}
      >
        {unlink}
      </DialogButton>
    </td>
  );
}

interface LinkHistoryProps {
  readonly of: { readonly space_id: string } | { readonly doorway_id: string };
  readonly zone: string;
}

/** All links of a space or doorway with their dates, fetched when the user opens the list. */
export function LinkHistory(props: LinkHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="set-up-more-details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Link history</summary>
      {isOpen && <DatedLinks {...props} />}
    </details>
  );
}

function DatedLinks({ of, zone }: LinkHistoryProps) {
  const mayCorrect = useMay("admin");
  const links = useDatedLinks(of);
  const isOfSpace = "space_id" in of;
  const columns = [
    isOfSpace ? "Doorway" : "Space",
    "Sensor placement",
    `From (${zone})`,
    `Until (${zone})`,
    ...(mayCorrect ? [""] : []),
  ];
  return (
    <Paged list={links} empty="No links.">
      {(items) => (
        <Table label="Link history" columns={columns}>
          {items.map(({ id, effective_from: from, effective_until: until, ...link }) => {
            const name = isOfSpace ? link.doorway_name : link.space_name;
            return (
              <tr key={id}>
                <td>{name}</td>
                <td>{sideOf(link.sensor_placement)}</td>
                <td>{from ? formatDateTime(from, zone) : "Beginning"}</td>
                <td>{until ? formatDateTime(until, zone) : "Active"}</td>
                {mayCorrect && !until && <td />}
                {mayCorrect && until && (
                  <LinkActions
                    link={{
                      id,
                      spaceId: link.space_id,
                      spaceName: link.space_name,
                      doorwayName: link.doorway_name,
                      placement: link.sensor_placement,
                      endedAt: until,
                    }}
                    name={name}
                  />
                )}
              </tr>
            );
          })}
        </Table>
      )}
    </Paged>
  );
}
