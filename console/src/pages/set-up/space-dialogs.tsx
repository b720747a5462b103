import { Link } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { deviceZone } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { SpaceFields } from "./space-form.tsx";
import {
  changedSpaceBody,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  spaceValuesOf,
} from "./space-values.ts";

/** The data that changes with a space. */
const CHANGED = ["spaces", "doorways", "links", "time-segments"] as const;

interface SpaceDialogProps {
  readonly space: Space;
  readonly spaces: readonly Space[];
  readonly onClose: () => void;
}

/** Creates a space, inside a parent if one is given. */
export function NewSpaceDialog(props: Omit<SpaceDialogProps, "space"> & { readonly parent: Space | null }) {
  const { parent, spaces, onClose } = props;
  return (
    <FormDialog
      title="New space"
      action="Create space"
      initial={newSpaceValues(parent, deviceZone())}
      send={async (client, values) => {
        const { id, name } = await answerOf(client.v2.POST("/v2/spaces/", { body: newSpaceBody(values) }));
        return { changed: ["spaces"], message: `${name} has been created.`, page: `/set-up/spaces/${id}` };
      }}
      onClose={onClose}
    >
      {(form) => <SpaceFields form={form} id={null} spaces={spaces} isRescheduled={false} />}
    </FormDialog>
  );
}

/** Changes a space. */
export function EditSpaceDialog({ space, spaces, onClose }: SpaceDialogProps) {
  const { id, name } = space;
  const before = spaceValuesOf(space);
  return (
    <FormDialog
      title={`Edit ${name}`}
      action="Save"
      initial={before}
      send={async (client, values) => {
        const params = { path: { space_id: id } };
        const body = changedSpaceBody(before, values);
        await answerOf(client.v2.PUT("/v2/spaces/{space_id}/", { params, body }));
        return { changed: CHANGED, message: `${values.name} has been updated.` };
      }}
      onClose={onClose}
    >
      {(form) => (
        <SpaceFields form={form} id={id} spaces={spaces} isRescheduled={isRescheduled(before, form.values)} />
      )}
    </FormDialog>
  );
}

/** Deletes a space after the user has typed its name (D19). Lists the spaces inside it, which block this (D17). */
export function DeleteSpaceDialog({ space, spaces, onClose }: SpaceDialogProps) {
  const children = spaces.filter(({ parent_id: parent }) => parent === space.id);
  return (
    <FormDialog
      title={`Delete ${space.name}?`}
      action={children.length > 0 ? null : "Delete space and history"}
      isDangerous
      initial={{ name: "" }}
      send={async (client, body) => {
        const params = { path: { space_id: space.id } };
        await answerOf(client.v2.DELETE("/v2/spaces/{space_id}/", { params, body }));
        return { changed: CHANGED, message: `${space.name} has been deleted.`, page: "/set-up/spaces" };
      }}
      onClose={onClose}
    >
      {(form) =>
        children.length > 0 ? (
          <>
            <p>{space.name} cannot be deleted while it contains other spaces. Move or delete them first:</p>
            <ul className="set-up-blocked">
              {children.map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/set-up/spaces/${id}`}>{name}</Link>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>
              Its counts, resets and links are deleted too. This cannot be undone. Its doorways and the events
              of their sensors are kept.
            </p>
            <TextField {...form.field("name", `Type ${space.name} to confirm`)} />
          </>
        )
      }
    </FormDialog>
  );
}
