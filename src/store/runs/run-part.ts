/** The states of a run's numbers: not read, read, and verified by their checksum. */
const UNREAD = 0;
const READ = 1;
const VERIFIED = 2;

/** Maximum number of bytes read at once, even if fewer are needed: more days take less time than another read. */
const READ_TOGETHER_BYTES = 2 ** 16;

/** The source of a part's runs. */
export interface PartSource<T> {
  /** The position of each run in the part, in numbers; of the number of runs, the end of the last. */
  start(run: number): number;
  /** Fills an array from the file, starting at a number of the part; synchronously if it is small. */
  fill(target: T, first: number): Promise<void> | undefined;
  /**
   * Verifies the numbers of the runs from `from` up to, not including, `to`.
   *
   * @throws DamagedRunFile if they are damaged
   */
  check(numbers: T, from: number, to: number): void;
}

/** The changes or the rows of a block of runs, as far as they have been loaded. */
export class RunPart<T extends Uint32Array | Uint16Array> {
  /** Those of all runs; only verified ones can be used. */
  readonly numbers: T;
  readonly #states: Uint8Array;

  constructor(numbers: T, runs: number) {
    this.numbers = numbers;
    this.#states = new Uint8Array(runs);
  }

  get byteLength(): number {
    return this.numbers.byteLength;
  }

  /** Whether a run has been loaded. */
  has(run: number): boolean {
    return this.#states[run] === VERIFIED;
  }

  /** Loads the runs from `from` up to, not including, `to`, unless they have been loaded. */
  load(source: PartSource<T>, from: number, to: number): Promise<void> | undefined {
    const first = this.#next(UNREAD, from, to);
    if (first === -1) {
      this.#check(source, from, to);
      return undefined;
    }
    const end = this.#readEnd(source, first, to);
    const target = this.numbers.subarray(source.start(first), source.start(end)) as T;
    const filling = source.fill(target, source.start(first));
    const go = () => {
      for (let run = first; run < end; run++) if (this.#states[run] === UNREAD) this.#states[run] = READ;
      return this.load(source, from, to);
    };
    return filling === undefined ? go() : filling.then(go);
  }

  /** The first run of a range that is in a state; -1 if none is. */
  #next(state: number, from: number, to: number): number {
    for (let run = from; run < to; run++) if (this.#states[run] === state) return run;
    return -1;
  }

  /** The end of a read that starts at a run: as far as needed, and as far as it costs little. */
  #readEnd(source: PartSource<T>, first: number, to: number): number {
    const bound = source.start(first) + READ_TOGETHER_BYTES / this.numbers.BYTES_PER_ELEMENT;
    let end = first + 1;
    while (
      end < this.#states.length &&
      this.#states[end] === UNREAD &&
      (end < to || source.start(end + 1) <= bound)
    )
      end++;
    return end;
  }

  #check(source: PartSource<T>, from: number, to: number): void {
    for (let run = this.#next(READ, from, to); run !== -1; run = this.#next(READ, run, to)) {
      let end = run + 1;
      while (end < to && this.#states[end] === READ) end++;
      source.check(this.numbers, run, end);
      this.#states.fill(VERIFIED, run, end);
    }
  }
}
