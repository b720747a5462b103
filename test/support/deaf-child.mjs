// A process that runs no queries: it becomes ready, if configured so, then takes every message and does nothing.
const { folder } = JSON.parse(process.argv[2]);
process.on("SIGTERM", () => {});
process.on("message", () => {});
process.on("disconnect", () => process.exit());
const state = { organizationId: null, lastEventId: 0, logStart: 0, catalogDigest: null, asOf: 0 };
if (!folder.endsWith("unready")) process.send({ kind: "ready", state });
