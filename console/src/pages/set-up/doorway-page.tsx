import { useState } from "react";
import { Link, useParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { TagEditor } from "../../components/tag-editor.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import { type Doorway, useDoorways, useRefresh, useTags } from "../../queries/set-up.ts";
import { useMay, useSession } from "../../session.tsx";
import { DeleteDoorwayDialog, EditDoorwayDialog } from "./doorway-dialogs.tsx";
import { EndedLinks } from "./ended-links.tsx";
import { FoundThing } from "./found-thing.tsx";
import { LinkActions } from "./link-actions.tsx";
import { LinkDialog, type ShownLink, UnlinkDialog } from "./link-dialogs.tsx";
import { Fact, Facts, Section, Table, ThingHeader } from "./parts.tsx";
import { type TurnedLink, TurnLinkDialog } from "./turn-link-dialog.tsx";
import { sideOf } from "./words.ts";

const BACK = { to: "/set-up/doorways", name: "All doorways" };

/** All that is set up of one doorway. */
export function DoorwayPage() {
  const { doorwayId } = useParams();
  const doorways = useDoorways();
  return (
    <FoundThing list={doorways} kind="doorway" back={BACK} isIt={({ id }) => id === doorwayId}>
      {(doorway) => <DoorwaySetUp key={doorway.id} doorway={doorway} />}
    </FoundThing>
  );
}

function DoorwaySetUp({ doorway }: { readonly doorway: Doorway }) {
  const { sensor_serial_number: serial } = doorway;
  return (
    <div className="set-up-detail">
      <ThingHeader back={BACK} name={doorway.name} actions={<DoorwayActions doorway={doorway} />} />
      <Section title="Settings">
        <Facts>
          <Fact name="Sensor">
            {serial === null ? (
              <span className="set-up-missing">None: nothing is counted here</span>
            ) : (
              <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>
            )}
          </Fact>
          <Fact name="Description" isLong>
            {doorway.description}
          </Fact>
          <Fact name="Id">
            <code>{doorway.id}</code>
          </Fact>
          <Fact name="Created" isLong>
            {formatInstant(doorway.created_at, deviceZone())}
          </Fact>
        </Facts>
      </Section>
      <DoorwayLinks doorway={doorway} />
      <Section title="Tags">
        <DoorwayTags doorway={doorway} />
      </Section>
    </div>
  );
}

function DoorwayActions({ doorway }: { readonly doorway: Doorway }) {
  const mayWrite = useMay("write");
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  if (!mayWrite) return null;
  return (
    <>
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete
      </button>
      <button type="button" className="button button-primary" onClick={() => setDialog("edit")}>
        Edit
      </button>
      {dialog === "edit" && <EditDoorwayDialog doorway={doorway} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <DeleteDoorwayDialog doorway={doorway} onClose={() => setDialog(null)} />}
    </>
  );
}

function DoorwayLinks({ doorway }: { readonly doorway: Doorway }) {
  const mayWrite = useMay("write");
  const [isAdding, setIsAdding] = useState(false);
  const [ended, setEnded] = useState<ShownLink | null>(null);
  const [turned, setTurned] = useState<TurnedLink | null>(null);
  return (
    <Section
      title="Leads into"
      actions={
        mayWrite && (
          <button type="button" className="button" onClick={() => setIsAdding(true)}>
            Link to a space
          </button>
        )
      }
    >
      {doorway.spaces.length === 0 && (
        <p className="field-hint">It is linked to no space, so it counts nobody.</p>
      )}
      {doorway.spaces.length > 0 && (
        <Table label="Spaces" columns={["Space", "Sensor hangs", ...(mayWrite ? [""] : [])]}>
          {doorway.spaces.map(({ id, name, link_id, sensor_placement }) => (
            <tr key={link_id}>
              <td>
                <Link to={`/set-up/spaces/${id}`}>{name}</Link>
              </td>
              <td>{sideOf(sensor_placement)}</td>
              {mayWrite && (
                <LinkActions
                  link={{
                    id: link_id,
                    spaceId: id,
                    spaceName: name,
                    doorwayName: doorway.name,
                    placement: sensor_placement,
                  }}
                  name={name}
                  onTurn={setTurned}
                  onUnlink={setEnded}
                />
              )}
            </tr>
          ))}
        </Table>
      )}
      <EndedLinks of={{ doorway_id: doorway.id }} zone={deviceZone()} />
      {isAdding && <LinkDialog doorway={doorway} onClose={() => setIsAdding(false)} />}
      {turned !== null && <TurnLinkDialog link={turned} onClose={() => setTurned(null)} />}
      {ended !== null && <UnlinkDialog link={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}

function DoorwayTags({ doorway }: { readonly doorway: Doorway }) {
  const { client } = useSession();
  const mayWrite = useMay("write");
  const refresh = useRefresh();
  const tags = useTags();
  const path = { doorway_id: doorway.id };
  const onAdd = async (tag_name: string) => {
    await answerOf(
      client.v2.POST("/v2/doorways/{doorway_id}/tags/", { params: { path }, body: { tag_name } }),
    );
    await refresh("doorways", "tags");
  };
  const onRemove = async (tag_name: string) => {
    await answerOf(
      client.v2.DELETE("/v2/doorways/{doorway_id}/tags/{tag_name}/", {
        params: { path: { ...path, tag_name } },
      }),
    );
    await refresh("doorways", "tags");
  };
  return (
    <TagEditor
      label="Tags"
      chips={doorway.tags.map((tag) => ({ key: tag, text: tag }))}
      suggestions={tags.data?.filter((tag) => !doorway.tags.includes(tag)) ?? []}
      onAdd={mayWrite ? onAdd : null}
      onRemove={onRemove}
    />
  );
}
