import { expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";

describeInBrowser("signing in", (visit) => {
  it("asks for a token, says when it is wrong, and shows the counts with a good one", async () => {
    const { page } = await visit().open("/", { token: null });
    await page.getByLabel("Token").fill("hct_invented");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The server does not know this token.").waitFor();
    await page.getByLabel("Token").fill(visit().token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    expect(await page.title()).toBe("Now · Headcount");
    await page.context().close();
  });

  it("takes a token from the address, and leaves it out of the history", async () => {
    const { page, quiet } = await visit().open("/");
    await page.getByRole("heading", { name: "Now" }).waitFor();
    expect(page.url()).toBe(`${visit().address}/`);
    await page.reload();
    await page.getByRole("heading", { name: "Now" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    await page.reload();
    await page.getByLabel("Token").waitFor();
    await quiet();
  });
});
