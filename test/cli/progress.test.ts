import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { showProgress } from "../../src/cli/progress.ts";

/** A terminal that keeps its output. */
class FakeTerminal {
  text = "";
  readonly stream: NodeJS.WriteStream;

  constructor() {
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      this.text += chunk.toString();
      done();
    };
    const terminal = { isTTY: true, columns: 120, rows: 40 };
    this.stream = Object.assign(new Writable({ write }), terminal) as unknown as NodeJS.WriteStream;
  }
}

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

  it("is removed when it stops, and leaves no listeners", () => {
    const terminal = new FakeTerminal();
    const before = process.listenerCount("exit");
    const progress = showProgress("a.csv", terminal.stream);
    progress.update("reading", { fraction: 0.5 });
    progress.stop();
    expect(terminal.text).toContain("50 %");
    expect(terminal.text.endsWith("\u001b[1G\u001b[2K")).toBe(true);
    expect(process.listenerCount("exit")).toBe(before);
  });
});
