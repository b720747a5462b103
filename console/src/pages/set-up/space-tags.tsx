import { answerOf } from "../../../../src/client/index.ts";
import { TagEditor } from "../../components/tag-editor.tsx";
import { useRefresh, useTags } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";

/** A space's tags; those in use elsewhere are offered. */
export function SpaceTags({ space }: { readonly space: Space }) {
  const { client } = useSession();
  const mayWrite = useMay("write");
  const refresh = useRefresh();
  const tags = useTags();
  const path = { space_id: space.id };
  const onAdd = async (tag_name: string) => {
    await answerOf(client.v2.POST("/v2/spaces/{space_id}/tags/", { params: { path }, body: { tag_name } }));
    await refresh("spaces", "tags");
  };
  const onRemove = async (tag_name: string) => {
    await answerOf(
      client.v2.DELETE("/v2/spaces/{space_id}/tags/{tag_name}/", { params: { path: { ...path, tag_name } } }),
    );
    await refresh("spaces", "tags");
  };
  return (
    <TagEditor
      label="Tags"
      chips={space.tags.map((tag) => ({ key: tag, text: tag }))}
      suggestions={tags.data?.filter((tag) => !space.tags.includes(tag)) ?? []}
      onAdd={mayWrite ? onAdd : null}
      onRemove={onRemove}
    />
  );
}

/** The teams that look after a space. */
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
