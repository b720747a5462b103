import { Link, useNavigate } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { deviceZone } from "../../format.ts";
import { useRefresh } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useSession } from "../../session.tsx";
import { SpaceFields } from "./space-form.tsx";
import {
  changedSpaceBody,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  spaceValuesOf,
} from "./space-values.ts";

/** Creates a space, inside another if one is named. */
export function NewSpaceDialog(props: {
  readonly parent: Space | null;
  readonly spaces: readonly Space[];
  readonly onClose: () => void;
}) {
  const { parent, spaces, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const form = useForm({
    initial: newSpaceValues(parent, deviceZone()),
    send: async (values) => {
      const space = await answerOf(client.v2.POST("/v2/spaces/", { body: newSpaceBody(values) }));
      await refresh("spaces");
      toast(`${space.name} has been created.`);
      onClose();
      await navigate(`/set-up/spaces/${space.id}`);
    },
  });
  return (
    <FormDialog title="New space" form={form} action="Create the space" onClose={onClose}>
      <SpaceFields form={form} id={null} spaces={spaces} isRescheduled={false} />
    </FormDialog>
  );
}

/** Changes a space. */
export function EditSpaceDialog(props: {
  readonly space: Space;
  readonly spaces: readonly Space[];
  readonly onClose: () => void;
}) {
  const { space, spaces, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const before = spaceValuesOf(space);
  const form = useForm({
    initial: before,
    send: async (values) => {
      const path = { space_id: space.id };
      const body = changedSpaceBody(before, values);
      await answerOf(client.v2.PUT("/v2/spaces/{space_id}/", { params: { path }, body }));
      await refresh("spaces", "doorways", "links", "time-segments");
      toast(`${values.name} has been changed.`);
      onClose();
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

/** Deletes a space, once its name has been typed (D19); says first what is inside it and blocks that (D17). */
export function DeleteSpaceDialog(props: {
  readonly space: Space;
  readonly spaces: readonly Space[];
  readonly onClose: () => void;
}) {
  const { space, spaces, onClose } = props;
  const children = spaces.filter(({ parent_id: parent }) => parent === space.id);
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: "" },
    send: async ({ name }) => {
      const path = { space_id: space.id };
      await answerOf(client.v2.DELETE("/v2/spaces/{space_id}/", { params: { path }, body: { name } }));
      await refresh("spaces", "doorways", "links", "time-segments");
      toast(`${space.name} has been deleted.`);
      onClose();
      await navigate("/set-up/spaces");
    },
  });
  return (
    <FormDialog
      title={`Delete ${space.name}?`}
      form={form}
      action={children.length > 0 ? null : "Delete it and its history"}
      isDangerous
      onClose={onClose}
    >
      {children.length > 0 ? (
        <Blocked space={space} inside={children} />
      ) : (
        <>
          <p>
            All of its counts, resets and links go with it. This cannot be undone. Its doorways and what their
            sensors have reported stay.
          </p>
          <TextField label={`Type its name, ${space.name}, to go on`} {...form.field("name")} />
        </>
      )}
    </FormDialog>
  );
}

/** What has to go before a space can be deleted. */
function Blocked({ space, inside }: { readonly space: Space; readonly inside: readonly Space[] }) {
  return (
    <>
      <p>
        {space.name} cannot be deleted while {inside.length === 1 ? "a space is" : "other spaces are"} inside
        it. Move or delete {inside.length === 1 ? "it" : "them"} first:
      </p>
      <ul className="set-up-blocked">
        {inside.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/set-up/spaces/${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
