import { Writable } from "node:stream";

/** Whether a terminal shows its cursor and wraps lines after some output (DECTCEM, DECAWM). */
export function terminalState(output: string) {
  const last = (on: string, off: string) => output.lastIndexOf(on) >= output.lastIndexOf(off);
  return { isCursorShown: last("\u001b[?25h", "\u001b[?25l"), isWrapping: last("\u001b[?7h", "\u001b[?7l") };
}

/** A terminal that keeps its output. */
export class FakeTerminal {
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
