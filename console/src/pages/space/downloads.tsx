import { useMutation } from "@tanstack/react-query";
import type { RefObject } from "react";
import UPlot from "uplot";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { parametersOf } from "../../queries/counts.ts";
import { saveForExcel } from "../../queries/excel.ts";
import type { Space } from "../../queries/spaces.ts";
import { COMPARISONS, INTERVALS } from "../../ranges.ts";
import { rangeName, saveFile, slugOf } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { formatRange } from "./numbers.tsx";
import type { SpaceView } from "./space-controls.tsx";

/** Downloads the current view: the samples as CSV from the API, the charts as an image. */
export function Downloads(props: {
  readonly space: Space;
  readonly view: SpaceView;
  readonly charts: readonly RefObject<UPlot | null>[];
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
  const excel = useMutation({
    mutationFn: () => saveForExcel(client.v2, [space.id], { ...view.range, ...view }, `${name}_excel.csv`),
  });
  const image = useMutation({
    mutationFn: async () => {
      const drawn = charts.map(({ current }) => current).filter((chart) => chart !== null);
      saveFile(await chartImage(drawn, titleOf(space, view)), `${name}.png`);
    },
  });
  return (
    <section className="card stack gap-2 screen-only" aria-labelledby="space-downloads">
      <h2 id="space-downloads" className="small">
        Download <span className="soft unbold">current view</span>
      </h2>
      <div className="row gap-2">
        <Button disabled={samples.isPending} onClick={() => samples.mutate()}>
          Counts (CSV)
        </Button>
        <Button disabled={excel.isPending} onClick={() => excel.mutate()}>
          Counts for Excel
        </Button>
        <Button disabled={image.isPending} onClick={() => image.mutate()}>
          Charts (PNG)
        </Button>
      </div>
      {samples.isError && <ErrorNote error={samples.error} />}
      {excel.isError && <ErrorNote error={excel.error} />}
      {image.isError && <ErrorNote error={image.error} />}
    </section>
  );
}

/** Such as `cafe_2026-11-20T1200_2026-11-20T1400_1m`, in local time. */
function fileName(space: Space, { zone, range, interval }: SpaceView): string {
  return [slugOf(space.name), rangeName(range, zone), interval].join("_");
}

function titleOf(space: Space, { zone, range, interval, segmentIds, comparison }: SpaceView) {
  const segments = space.time_segments.filter(({ id }) => segmentIds.includes(id)).map((each) => each.name);
  const during = segments.length === 0 ? "" : ` · only during ${segments.join(", ")}`;
  const compared = comparison === null ? "" : ` · dashed: ${COMPARISONS[comparison].toLowerCase()}`;
  return {
    title: space.name,
    subtitle: `${formatRange(range, zone)}, ${zone} · by ${INTERVALS[interval].label}${during}${compared}`,
  };
}

const PADDING = 20;
const HEADER = 64;
const GAP = 28;

/** An image of charts below each other with a title, in the current colours. @throws Error without charts */
async function chartImage(
  charts: readonly UPlot[],
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
): Promise<Blob> {
  const canvases = charts.map((chart) => chart.ctx.canvas);
  if (canvases.length === 0) throw new Error("There are no charts to save.");
  const ratio = UPlot.pxRatio;
  const width = Math.max(...canvases.map((canvas) => canvas.width)) + 2 * PADDING * ratio;
  const heights = canvases.reduce((sum, { height }) => sum + height + GAP * ratio, 0);
  const image = document.createElement("canvas");
  image.width = width;
  image.height = heights + (HEADER + PADDING) * ratio;
  const pen = image.getContext("2d");
  if (pen === null) throw new Error("This browser cannot draw images.");
  const style = getComputedStyle(document.body);
  const surface = getComputedStyle(charts[0]?.root.closest(".card") ?? document.body).backgroundColor;
  pen.fillStyle = surface;
  pen.fillRect(0, 0, image.width, image.height);
  pen.fillStyle = style.color;
  pen.textBaseline = "top";
  const write = (text: string, size: number, weight: number, y: number) => {
    pen.font = `${weight} ${size * ratio}px ${style.fontFamily}`;
    pen.fillText(text, PADDING * ratio, y * ratio, width - 2 * PADDING * ratio);
  };
  write(title, 20, 650, PADDING);
  write(subtitle, 13, 400, PADDING + 28);
  let y = (PADDING + HEADER) * ratio;
  const captions = ["People", "Entrances above, exits below"];
  canvases.forEach((canvas, index) => {
    pen.font = `600 ${13 * ratio}px ${style.fontFamily}`;
    pen.fillText(captions[index] ?? "", PADDING * ratio, y - 10 * ratio);
    pen.drawImage(canvas, PADDING * ratio, y + 8 * ratio);
    y += canvas.height + GAP * ratio;
  });
  return new Promise((resolve, reject) => {
    image.toBlob((blob) => (blob === null ? reject(new Error("The image is too large.")) : resolve(blob)));
  });
}
