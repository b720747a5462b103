import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { useLive } from "../live/live-provider.tsx";
import { useFetched } from "./resources.ts";

/** The time between refreshes of the settings of the space, since a display stays open for weeks. */
const SETTINGS_MS = 5 * 60_000;

/** What the display of a space shows. */
export interface DisplayAnswer {
  readonly space: components["schemas"]["DisplayedSpace"];
  readonly state: "counting" | "no_data" | "not_measured";
  /** When the request was sent, in ms: the count is at least as new. */
  readonly requestedAt: number;
}

/** The display of a space, whose count is also set in the current counts. */
export function useDisplay(spaceId: string) {
  const live = useLive();
  return useFetched(
    ["display", spaceId],
    async (v2, signal): Promise<DisplayAnswer> => {
      const requestedAt = Date.now();
      const params = { path: { display_id: spaceId.replace("spc_", "dsp_") } };
      const display = await answerOf(v2.GET("/v2/displays/{display_id}/", { params, signal }));
      const { state, dedicated_space: space } = display;
      live.setCounts([[space.id, space.current_count]], requestedAt);
      return { space, state, requestedAt };
    },
    { staleTime: 0, refetchInterval: SETTINGS_MS },
  );
}
