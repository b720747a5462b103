import { Writable } from "node:stream";

/** The state that a terminal is in after some output. */
export interface TerminalState {
  readonly isCursorShown: boolean;
  readonly isWrapping: boolean;
}

/** Works out from a terminal's output whether it shows its cursor and wraps lines (DECTCEM, DECAWM). */
export function terminalState(output: string): TerminalState {
  const last = (on: string, off: string) => output.lastIndexOf(on) >= output.lastIndexOf(off);
  return { isCursorShown: last("\u001b[?25h", "\u001b[?25l"), isWrapping: last("\u001b[?7h", "\u001b[?7l") };
}

/** A terminal that keeps its output. */
export class FakeTerminal implements TerminalState {
  text = "";
  readonly stream: NodeJS.WriteStream;

  constructor() {
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.text += chunk.toString();
        done();
      },
    });
    this.stream = Object.assign(sink, {
      isTTY: true,
      columns: 120,
      rows: 40,
    }) as unknown as NodeJS.WriteStream;
  }

  get isCursorShown(): boolean {
    return terminalState(this.text).isCursorShown;
  }

  get isWrapping(): boolean {
    return terminalState(this.text).isWrapping;
  }
}
