import { useMutation } from "@tanstack/react-query";
import { DateTime } from "luxon";
import type { RefObject } from "react";
import type UPlot from "uplot";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { INTERVALS } from "../../intervals.ts";
import { parametersOf } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { saveFile, slugOf } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { chartImage } from "./chart-image.ts";
import { formatRange } from "./summary.ts";
import type { SpaceView } from "./view.ts";

/** Downloads the current view: the samples as CSV from the API, the charts as an image. */
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
  const image = useMutation({
    mutationFn: async () => saveFile(await chartImage(charts.current, titleOf(space, view)), `${name}.png`),
  });
  return (
    <section className="card space-downloads" aria-labelledby="space-downloads">
      <h2 id="space-downloads" className="space-aside-title">
        Download <span>current view</span>
      </h2>
      <div className="space-download-buttons">
        <Button disabled={samples.isPending} onClick={() => samples.mutate()}>
          Counts (CSV)
        </Button>
        <Button disabled={image.isPending} onClick={() => image.mutate()}>
          Charts (PNG)
        </Button>
      </div>
      {samples.isError && <ErrorNote error={samples.error} />}
      {image.isError && <ErrorNote error={image.error} />}
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
  const compared = isCompared ? " · dashed: previous week" : "";
  return {
    title: space.name,
    subtitle: `${formatRange(range, zone)}, ${zone} · by ${INTERVALS[interval].label}${during}${compared}`,
  };
}
