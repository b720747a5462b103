import { describe } from "vitest";
import { STORES } from "../support/store-harness.ts";
import { describeCatalog } from "./contract/catalog.ts";
import { describeHistory } from "./contract/history.ts";
import { describeIngest } from "./contract/ingest.ts";
import { describeLists } from "./contract/lists.ts";
import { describeRandom } from "./contract/random.ts";
import { describeRebuild } from "./contract/rebuild.ts";
import { describeRuns } from "./contract/runs.ts";

describe.each(STORES)("a store: %s", (_, factory, sequences) => {
  describeCatalog(factory);
  describeIngest(factory);
  describeHistory(factory);
  describeRuns(factory);
  describeLists(factory);
  describeRebuild(factory);
  describeRandom(factory, sequences);
});
