import { Link } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useForm } from "../../components/form/use-form.ts";
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
import { useSave } from "./use-save.ts";

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
  const { client, saved } = useSave(onClose);
  const form = useForm({
    initial: newSpaceValues(parent, deviceZone()),
    send: async (values) => {
      const space = await answerOf(client.v2.POST("/v2/spaces/", { body: newSpaceBody(values) }));
      await saved(["spaces"], `${space.name} has been created.`, `/set-up/spaces/${space.id}`);
    },
  });
  return (
    <FormDialog title="New space" form={form} action="Create space" onClose={onClose}>
      <SpaceFields form={form} id={null} spaces={spaces} isRescheduled={false} />
    </FormDialog>
  );
}

/** Changes a space. */
export function EditSpaceDialog({ space, spaces, onClose }: SpaceDialogProps) {
  const { client, saved } = useSave(onClose);
  const before = spaceValuesOf(space);
  const form = useForm({
    initial: before,
    send: async (values) => {
      const path = { space_id: space.id };
      const body = changedSpaceBody(before, values);
      await answerOf(client.v2.PUT("/v2/spaces/{space_id}/", { params: { path }, body }));
      await saved(CHANGED, `${values.name} has been updated.`);
    },
  });
  return (
    <FormDialog title={`Edit ${space.name}`} form={form} action="Save" onClose={onClose}>
      <SpaceFields
        form={form}
        id={space.id}
        spaces={spaces}
        isRescheduled={isRescheduled(before, form.values)}
      />
    </FormDialog>
  );
}

/** Deletes a space after the user has typed its name (D19). Lists the spaces inside it, which block this (D17). */
export function DeleteSpaceDialog({ space, spaces, onClose }: SpaceDialogProps) {
  const children = spaces.filter(({ parent_id: parent }) => parent === space.id);
  const { client, saved } = useSave(onClose);
  const form = useForm({
    initial: { name: "" },
    send: async ({ name }) => {
      const path = { space_id: space.id };
      await answerOf(client.v2.DELETE("/v2/spaces/{space_id}/", { params: { path }, body: { name } }));
      await saved(CHANGED, `${space.name} has been deleted.`, "/set-up/spaces");
    },
  });
  return (
    <FormDialog
      title={`Delete ${space.name}?`}
      form={form}
      action={children.length > 0 ? null : "Delete space and history"}
      isDangerous
      onClose={onClose}
    >
      {children.length > 0 ? (
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
          <TextField label={`Type ${space.name} to confirm`} {...form.field("name")} />
        </>
      )}
    </FormDialog>
  );
}
