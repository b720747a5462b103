import { openEngine } from "../site.ts";
import { hourSamples } from "../store/hour-samples.ts";
const { context, close } = await openEngine(process.argv[2]!);
const w = [];
for (let i = 0; i < 9; i++) { const t = performance.now(), u = process.cpuUsage(); await hourSamples(context); const x = process.cpuUsage(u); w.push([performance.now() - t, (x.user + x.system) / 1000].map(Math.round)); }
console.log(JSON.stringify(w));
await close();
