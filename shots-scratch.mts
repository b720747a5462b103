import { chromium } from "playwright-core";
const [address, token, ...only] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const api = async (p: string) => (await fetch(address + p, { headers: { authorization: `Bearer ${token}` } })).json() as any;
const spaces = (await api("/v2/spaces/")).results;
const id = (n: string) => spaces.find((s: any) => s.name === n).id;
const sensor = (await api("/v2/sensors/")).results[0].serial_number;
const door = (await api("/v2/doorways/")).results[0].id;
const pages: Record<string, string> = {
  now: "/", space: `/spaces/${id("Cafe")}?range=last-week`, week: "/week", ranking: "/ranking", setup: `/set-up/spaces/${id("Cafe")}`,
  doorways: "/set-up/doorways", sensors: "/set-up/sensors", sensor: `/set-up/sensors/${sensor}`, doorway: `/set-up/doorways/${door}`, webhooks: "/set-up/webhooks", tokens: "/set-up/tokens", audit: "/set-up/audit-log", segments: "/set-up/time-segments",
  sql: `/sql`, display: `/display/${id("Gym")}`, missing: "/nowhere", nospace: "/spaces/spc_99999", today: `/spaces/${id("Gym")}`,
};
for (const [name, path] of Object.entries(pages)) {
  if (only.length && !only.includes(name)) continue;
  for (const [size, viewport] of Object.entries({ d: { width: 1440, height: 900 }, p: { width: 390, height: 844 } }))
    for (const scheme of (size === "d" ? ["light"] : ["dark"]) as ("light" | "dark")[]) {
      const c = await b.newContext({ viewport, colorScheme: scheme, locale: "en-GB", hasTouch: size === "p" });
      const p = await c.newPage();
      p.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log(name, size, m.text()));
      await p.goto(`${address}${path}#token=${token}`);
      if (name === "sql") { await p.getByRole("textbox", { name: "Query" }).fill("SELECT * FROM hourly"); await p.getByRole("button", { name: "Run", exact: true }).click(); await p.locator(".sql-table td").first().waitFor({ timeout: 60000 }); }
      await p.waitForLoadState("networkidle").catch(() => {}); await p.waitForTimeout(700);
      const w = await p.evaluate("document.documentElement.scrollWidth") as number; if (w > viewport.width) console.log(name, size, "overflows", w);
      await p.screenshot({ path: `/tmp/console-perf/${name}-${size}-${scheme}.png`, fullPage: size === "p" });
      await c.close();
    }
}
await b.close();
