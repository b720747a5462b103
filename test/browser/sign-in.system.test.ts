import { expect, it } from "vitest";
import { describeInBrowser, tokenWith, VIEWPORTS } from "../support/browser.ts";

describeInBrowser("signing in", (visit) => {
  it("asks for a token, rejects a wrong one, and accepts a valid one", async () => {
    const page = await visit().open("/", { token: null, logsErrors: true });
    const box = await page.locator("form").boundingBox();
    const { height } = VIEWPORTS.desktop;
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2, "in the middle").toBeCloseTo(height / 2, 0);
    await page.getByLabel("Token").fill("hct_invented");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The server does not accept this token.").waitFor();
    await page.getByLabel("Token").fill(visit().token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    expect(await page.title()).toBe("Now · Headcount");
  });

  it("signs in with a token in the URL, and removes it from the history", async () => {
    const page = await visit().open(`/#token=${visit().token}`, { token: null });
    await page.getByRole("heading", { name: "Now" }).waitFor();
    expect(page.url()).toBe(`${visit().address}/`);
    await page.reload();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    await page.reload();
    await page.getByLabel("Token").waitFor();
  });

  const signedInAs = /Signed in as (.*)/;

  it("asks before it switches to another token in the URL", async () => {
    const page = await visit().open("/week");
    await page.getByRole("heading", { name: "Week" }).waitFor();
    const account = page.getByRole("button", { name: "Sign out" });
    const who = async () => signedInAs.exec((await account.getAttribute("title")) ?? "")?.[1];
    const first = await who();
    const other = await tokenWith(visit(), ["read"]);

    // In the tab that is open, where only the part behind # changes, and in a document that is loaded.
    for (const path of ["/week", "/ranking"]) {
      await page.goto(`${visit().address}${path}#token=${other}`);
      const question = page.getByRole("dialog", { name: "Sign in with another token?" });
      await question.getByText("read", { exact: true }).waitFor();
      expect(page.url()).toBe(`${visit().address}${path}`);
      await question.getByRole("button", { name: `Stay signed in as ${first}` }).click();
      await question.waitFor({ state: "detached" });
      expect(await who()).toBe(first);
    }
    await page.reload();
    await page.getByRole("heading", { name: "Ranking" }).waitFor();
    expect(await who()).toBe(first);

    await page.goto(`${visit().address}/#token=${other}`);
    await page.getByRole("button", { name: "Sign in with the new token" }).click();
    await expect.poll(who).toBe("read");
    await page.reload();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    expect(await who()).toBe("read");
  });

  it("stays signed in if the server does not accept the token in the URL", async () => {
    const page = await visit().open("/", { logsErrors: true });
    await page.getByRole("heading", { name: "Now" }).waitFor();
    await page.goto(`${visit().address}/#token=hct_invented`);
    await page.getByText("the server does not accept it").waitFor();
    expect(await page.getByRole("button", { name: "Sign in with the new token" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("heading", { name: "Now" }).waitFor();
  });
});
