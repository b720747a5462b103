import { useMutation } from "@tanstack/react-query";
import { DateTime } from "luxon";
import type { RefObject } from "react";
import type UPlot from "uplot";
import { answerOf } from "../../../../src/client/index.ts";
import { ErrorNote } from "../../components/states.tsx";
import { INTERVALS } from "../../intervals.ts";
import { parametersOf } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { saveFile, slugOf } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { chartImage } from "./chart-image.ts";
import { rangeWords } from "./summary.ts";
import type { SpaceView } from "./view.ts";

/** Saves what is shown: the samples as the API's own CSV, the charts as a picture. */
export function Downloads(props: {
  readonly space: Space;
  readonly view: SpaceView;
  readonly charts: RefObject<readonly UPlot[]>;
}) {
  const { space, view, charts } = props;
  const { client } = useSession();
  const name = fileName(space, view);
  const samples = useMutation({
    mutationFn: async () => {
      const content = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/counts/", {
          params: { path: { space_id: space.id }, query: parametersOf({ ...view.range, ...view }) },
          headers: { accept: "text/csv" },
          parseAs: "blob",
        }),
      );
      saveFile(content as unknown as Blob, `${name}.csv`);
    },
  });
  const picture = useMutation({
    mutationFn: async () => saveFile(await chartImage(charts.current, titleOf(space, view)), `${name}.png`),
  });
  return (
    <section className="card space-downloads" aria-labelledby="space-downloads">
      <h2 id="space-downloads" className="space-aside-title">
        Download <span>what is shown</span>
      </h2>
      <div className="space-download-buttons">
        <button
          type="button"
          className="button"
          disabled={samples.isPending}
          onClick={() => samples.mutate()}
        >
          Counts (CSV)
        </button>
        <button
          type="button"
          className="button"
          disabled={picture.isPending}
          onClick={() => picture.mutate()}
        >
          Charts (PNG)
        </button>
      </div>
      {samples.isError && <ErrorNote error={samples.error} />}
      {picture.isError && <ErrorNote error={picture.error} />}
    </section>
  );
}

/** Such as `cafe_2026-11-20T1200_2026-11-20T1400_1m`, in local time. */
function fileName(space: Space, { range, interval }: SpaceView): string {
  const at = (instant: number) => {
    const local = DateTime.fromMillis(instant, { zone: space.time_zone });
    return local.toFormat(local.equals(local.startOf("day")) ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HHmm");
  };
  return [slugOf(space.name), at(range.start), at(range.end), interval].join("_");
}

function titleOf(space: Space, { range, interval, segmentIds, isCompared }: SpaceView) {
  const zone = space.time_zone;
  const segments = space.time_segments.filter(({ id }) => segmentIds.includes(id)).map((each) => each.name);
  const during = segments.length === 0 ? "" : ` · only during ${segments.join(", ")}`;
  const compared = isCompared ? " · the week before dashed" : "";
  return {
    title: space.name,
    subtitle: `${rangeWords(range, zone)}, ${zone} · by ${INTERVALS[interval].label}${during}${compared}`,
  };
}
