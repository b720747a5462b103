import { expect, it } from "vitest";
import type { Outcome } from "../model/ledger.ts";
import type { ScenarioInterval } from "../model/scenario.ts";
import { check } from "../support/random.ts";
import { CaseCounts } from "./case-counts.ts";
import { HOUR, type Kind, type Operation, operations } from "./history-operations.ts";
import { Site } from "./history-site.ts";

const CASES = 40;

/** The least share of operations of each kind that happen: a third to a half of the usual share. */
const LEAST = {
  "a link that ends": 0.004,
  "a link that is erased": 0.005,
  "a dated link": 0.008,
  "a placement that changes": 0.003,
  "a dated change of sensors": 0.01,
  "a sensor that leaves": 0.004,
  "a dated schedule": 0.008,
  "a voided reset": 0.004,
  "a voided event": 0.01,
  "a late event": 0.04,
  "a rejection": 0.05,
  "a doorway that goes": 0.005,
};

function kindsOf(operation: Operation, outcome: Outcome, now: number): Record<keyof typeof LEAST, boolean> {
  const happens = (kind: Kind) => operation.kind === kind && outcome !== "rejected";
  const isDated = "dated" in operation && operation.dated !== null;
  return {
    "a link that ends": happens("unlink"),
    "a link that is erased": happens("erase"),
    "a dated link": happens("link") && isDated,
    "a placement that changes": happens("turn") && isDated,
    "a dated change of sensors": happens("attach") && isDated,
    "a sensor that leaves": operation.kind === "attach" && happens("attach") && operation.sensor === null,
    "a dated schedule": happens("schedule") && isDated,
    "a voided reset": happens("void reset"),
    "a voided event": happens("void event"),
    "a late event": operation.kind === "report" && happens("report") && operation.instant < now - 3 * HOUR,
    "a rejection": outcome === "rejected",
    "a doorway that goes": happens("delete doorway"),
  };
}

it.each([
  ["one engine", 1, CASES],
  ["any of three on one log", 3, CASES / 2],
])(
  "D5, D8: %s: counts follow every change and correction, and other operations do not change the past",
  async (_name, engines, cases) => {
    const census = new CaseCounts<keyof typeof LEAST>();
    await check(cases, operations, async (sequence) => {
      const site = await Site.open(engines);
      for (const operation of sequence) {
        const { now } = site.ledger;
        const past = () => site.counts(now, { unit: "millisecond", amount: 6 * HOUR });
        const before = await past();
        const outcome = await site.perform(operation);
        census.add(kindsOf(operation, outcome, now));
        if (outcome !== "changes the past")
          expect(await past(), `${operation.kind}: the past`).toEqual(before);
        const end = site.ledger.now;
        const days: ScenarioInterval = { unit: "day", amount: 1 };
        expect(await site.counts(end, days), operation.kind).toEqual(site.expected(end, days));
        const current = site.expectedCurrent();
        expect(await site.current(), `${operation.kind}: now`).toEqual({
          counts: current,
          notified: current,
        });
      }
      expect(await site.effects()).toEqual(site.expectedEffects());
    });
    census.expectShares(LEAST);
  },
);
