import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";
import { install } from "../scripts/peer-packages.ts";

/*
 * `npm run bench:chart` draws the chart in the README: the times of the last recorded run of `rebuild` with the most
 * events.
 */

const RESULTS = new URL("results/", import.meta.url);
const CHART = new URL("../docs/images/speed.svg", import.meta.url);

const WIDTH = 760;
const BAR_HEIGHT = 44;
const LABELS_WIDTH = 215;
const HEADCOUNT_COLOR = "#2563eb";
const OTHERS_COLOR = "#9ca3af";

const result = z.object({
  date: z.string(),
  bench: z.string(),
  name: z.string(),
  events: z.number(),
  median_ms: z.number(),
});

type Result = z.output<typeof result>;

/** The parts of Apache ECharts that this script uses. The script installs the package when it runs. */
interface Charts {
  init(
    element: null,
    theme: null,
    options: object,
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void };
}

/** The pattern of each figure's name, and the label of its bar. */
const BARS = [
  [/^DuckDB plain scan/, "DuckDB, plain scan"],
  [/^stored runs, by roll-ups/, "Headcount, with roll-ups"],
  [/^stored runs, change by change/, "Headcount, change by change"],
  [/^ClickHouse .* windows/, "ClickHouse, SQL windows"],
  [/^DuckDB SQL windows/, "DuckDB, SQL windows"],
] as const;

const results = readdirSync(RESULTS)
  .filter((name) => name.endsWith(".jsonl"))
  .sort()
  .flatMap((name) => readFileSync(new URL(name, RESULTS), "utf8").trim().split("\n"))
  .flatMap((line) => result.safeParse(JSON.parse(line)).data ?? [])
  .filter(({ bench }) => bench === "rebuild");
const millionsOf = ({ events }: Result) => Math.round(events / 1e6);
// One run measures logs of several sizes, so the date alone does not identify a log.
const logOf = (each: Result) => `${each.date} ${millionsOf(each)}`;
const logs = [...new Set(results.map(logOf))]
  .map((log) => results.filter((each) => logOf(each) === log))
  .filter((log) => BARS.every(([pattern]) => log.some(({ name }) => pattern.test(name))));
const millions = Math.max(...logs.flat().map(millionsOf));
const drawn = logs.findLast(([first]) => first !== undefined && millionsOf(first) === millions);
if (drawn === undefined) throw new Error("no recorded run of `rebuild` has all bars of the chart");
const measured = BARS.map(([pattern, title]) => {
  const found = drawn.find(({ name }) => pattern.test(name));
  return { title, seconds: (found?.median_ms ?? Number.NaN) / 1_000 };
});

const echarts = createRequire(join(install("chart"), "package.json"))("echarts") as Charts;
const chart = echarts.init(null, null, {
  renderer: "svg",
  ssr: true,
  width: WIDTH,
  height: BAR_HEIGHT * (BARS.length + 2),
});
chart.setOption({
  animation: false,
  backgroundColor: "#ffffff",
  title: {
    text: `Hourly samples of 1,000 spaces over 90 days from ${millions} million events`,
    subtext: "on 2 cores; lower is better",
    left: "center",
    textStyle: { fontSize: 15 },
  },
  grid: { left: LABELS_WIDTH, right: 70, top: 64, bottom: 10 },
  xAxis: { type: "value", show: false },
  yAxis: {
    type: "category",
    inverse: true,
    data: measured.map(({ title }) => title),
    axisTick: { show: false },
    axisLine: { show: false },
    axisLabel: { fontSize: 13, color: "#111827" },
  },
  series: [
    {
      type: "bar",
      silent: true,
      barWidth: "60%",
      data: measured.map(({ title, seconds }) => ({
        value: seconds,
        itemStyle: { color: title.startsWith("Headcount") ? HEADCOUNT_COLOR : OTHERS_COLOR },
      })),
      label: {
        show: true,
        position: "right",
        fontSize: 13,
        formatter: ({ value }: { value?: unknown }) => `${Number(Number(value).toPrecision(2))} s`,
      },
    },
  ],
});
writeFileSync(CHART, `${chart.renderToSVGString()}\n`);
chart.dispose();
