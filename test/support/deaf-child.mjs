// A process that runs no queries: it opens its database, if configured so, then takes every message and does nothing.
const state = { organizationId: null, lastEventId: 0, logStart: 0, catalogDigest: null, asOf: 0 };
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit());
process.on("message", ({ kind, id, asked }) => {
  if (kind === "open" && !asked.folder.endsWith("unready"))
    process.send({ kind: "answer", id, answered: state });
});
