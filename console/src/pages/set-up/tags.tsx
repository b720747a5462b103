import { answerOf } from "../../../../src/client/index.ts";
import { TagEditor } from "../../components/tag-editor.tsx";
import { useRefresh, useTags } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";

/** The tags of a space or doorway. Suggests the other tags in use. */
export function Tags(props: {
  readonly tags: readonly string[];
  /** The list that has the tags, which is refetched after a change. */
  readonly of: "spaces" | "doorways";
  readonly add: (tag: string) => Promise<unknown>;
  readonly remove: (tag: string) => Promise<unknown>;
}) {
  const { tags, of, add, remove } = props;
  const mayWrite = useMay("write");
  const refresh = useRefresh();
  const known = useTags();
  const change = (send: (tag: string) => Promise<unknown>) => async (tag: string) => {
    await send(tag);
    await refresh(of, "tags");
  };
  return (
    <TagEditor
      label="Tags"
      chips={tags.map((tag) => ({ key: tag, text: tag }))}
      suggestions={known.data?.filter((tag) => !tags.includes(tag)) ?? []}
      onAdd={mayWrite ? change(add) : null}
      onRemove={change(remove)}
    />
  );
}

/** The teams that are assigned to a space. */
export function SpaceTeams({ space }: { readonly space: Space }) {
  const { client } = useSession();
  const mayWrite = useMay("write");
  const refresh = useRefresh();
  const path = { space_id: space.id };
  const onAdd = async (team_name: string) => {
    await answerOf(
      client.v2.POST("/v2/spaces/{space_id}/assigned_teams/", { params: { path }, body: { team_name } }),
    );
    await refresh("spaces");
  };
  const onRemove = async (assigned_team_id: string) => {
    await answerOf(
      client.v2.DELETE("/v2/spaces/{space_id}/assigned_teams/{assigned_team_id}/", {
        params: { path: { ...path, assigned_team_id } },
      }),
    );
    await refresh("spaces");
  };
  return (
    <TagEditor
      label="Teams"
      chips={space.assigned_teams.map(({ id, team_name }) => ({ key: id, text: team_name }))}
      onAdd={mayWrite ? onAdd : null}
      onRemove={onRemove}
    />
  );
}
