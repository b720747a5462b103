/** What is known of a run's numbers: nothing, that they have been read, that they are what was written. */
const UNREAD = 0;
const READ = 1;
const SOUND = 2;

/** Bytes that are read together where less would do: some days more take hardly longer than another read. */
const READ_TOGETHER_BYTES = 2 ** 16;

/** Where a part's runs come from. */
export interface PartSource<T> {
  /** Where each run begins among the block's, in numbers, and where the last one ends. */
  start(run: number): number;
  /** Fills some numbers with the file's from one on, at once where they are few. */
  fill(target: T, first: number): Promise<void> | undefined;
  /**
   * Looks at the numbers of the runs from one up to, not including, another.
   *
   * @throws DamagedRunFile where they are not what was written
   */
  check(numbers: T, from: number, to: number): void;
}

/** The changes or the rows of a block of runs, of which those are there that somebody has wanted. */
export class RunPart<T extends Uint32Array | Uint16Array> {
  /** Room for those of all runs. */
  readonly numbers: T;
  readonly #states: Uint8Array;

  constructor(numbers: T, runs: number) {
    this.numbers = numbers;
    this.#states = new Uint8Array(runs);
  }

  get byteLength(): number {
    return this.numbers.byteLength;
  }

  /** Whether a run is there. */
  has(run: number): boolean {
    return this.#states[run] === SOUND;
  }

  /** Reads the runs from one up to, not including, another, where they are not there yet. */
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

  /** The first run of a range that is in a state; -1 where none is. */
  #next(state: number, from: number, to: number): number {
    for (let run = from; run < to; run++) if (this.#states[run] === state) return run;
    return -1;
  }

  /** Up to which run to read from one on: as far as is wanted, and what comes along with it. */
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
      this.#states.fill(SOUND, run, end);
    }
  }
}
