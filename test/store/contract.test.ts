import { describe } from "vitest";
import { STORES } from "../support/store-harness.ts";
import { describeCatalog } from "./contract/catalog.ts";
import { describeIngest } from "./contract/ingest.ts";

describe.each(STORES)("a store: %s", (_, factory) => {
  describeCatalog(factory);
  describeIngest(factory);
});
