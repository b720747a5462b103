import { describe, expect, it } from "vitest";
import { showProgress } from "../../src/cli/progress.ts";
import { FakeTerminal, terminalState } from "../support/fake-terminal.ts";

describe("progress on a terminal", () => {
  it("shows percentage, bytes and rows a second before the end", () => {
    const terminal = new FakeTerminal();
    const progress = showProgress("a.csv", terminal.stream);
    progress.update("reading", { fraction: 0.25, rows: 1_000, bytes: 8_000_000 });
    expect(terminal.text).toMatch(/a\.csv reading \[=+-+\] 25 % \| 2\.0 MB of 8\.0 MB \| [\d,]+ rows\/s/);
    progress.stop();
  });

  it("shows no percentage if the fraction is unknown", () => {
    const terminal = new FakeTerminal();
    const progress = showProgress("a.csv", terminal.stream);
    progress.update("storing", { fraction: null, rows: 1_234 });
    expect(terminal.text).toContain("a.csv storing… | 1,234 rows");
    expect(terminal.text).not.toContain("%");
    progress.stop();
  });

  it("gives the cursor and line wrapping back when it stops, and leaves no listeners", () => {
    const terminal = new FakeTerminal();
    const listeners = () => ["SIGINT", "SIGTERM", "exit"].map((name) => process.listenerCount(name));
    const before = listeners();
    const progress = showProgress("a.csv", terminal.stream);
    progress.update("reading", { fraction: 0.5 });
    expect(terminalState(terminal.text)).toEqual({ isCursorShown: false, isWrapping: false });
    expect(listeners()).not.toEqual(before);
    progress.stop();
    expect(terminalState(terminal.text)).toEqual({ isCursorShown: true, isWrapping: true });
    expect(listeners()).toEqual(before);
  });
});
