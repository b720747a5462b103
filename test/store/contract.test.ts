import { describe } from "vitest";
import { STORES } from "../support/store-harness.ts";
import { describeAudit } from "./contract/audit.ts";
import { describeCatalog } from "./contract/catalog.ts";
import { describeCopies } from "./contract/copies.ts";
import { describeCorrections } from "./contract/corrections.ts";
import { describeDeliveries } from "./contract/deliveries.ts";
import { describeIngest } from "./contract/ingest.ts";
import { describeJournal } from "./contract/journal.ts";
import { describeLists } from "./contract/lists.ts";
import { describeRandom } from "./contract/random.ts";
import { describeRebuild } from "./contract/rebuild.ts";
import { describeRetention } from "./contract/retention.ts";
import { describeRuns } from "./contract/runs.ts";

describe.each(STORES)("a store: %s", (_, factory, sequences) => {
  describeJournal(factory);
  describeCatalog(factory);
  describeAudit(factory);
  describeIngest(factory);
  describeCorrections(factory);
  describeCopies(factory);
  describeRuns(factory);
  describeLists(factory);
  describeRebuild(factory);
  describeRetention(factory);
  describeDeliveries(factory);
  describeRandom(factory, sequences);
});
