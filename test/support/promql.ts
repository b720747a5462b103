/** A metric that an expression reads, and how. */
export interface MetricUse {
  readonly metric: string;
  /** The labels that the expression matches it by. */
  readonly matched: readonly string[];
  /** The labels that what is read is grouped by; null where it is not. */
  readonly groupedBy: readonly string[] | null;
  readonly isRate: boolean;
  readonly isQuantile: boolean;
}

/** What an expression is made of: names, numbers, texts, ranges and signs. */
const TOKENS = [
  /[a-zA-Z_:][\w:]*/,
  /\d+(?:\.\d+)?/,
  /"(?:[^"\\]|\\.)*"/,
  /\[(?:\d+[smhdw]|\$__rate_interval)\]/,
  /=~|!~|!=|[-+*/(){},=]/,
];
const TOKEN = new RegExp(`\\s*(?:${TOKENS.map(({ source }) => source).join("|")})`, "y");

const FUNCTIONS = new Set(["rate", "histogram_quantile"]);
const AGGREGATIONS = new Set(["sum", "max", "topk"]);

/** The words and signs of an expression; throws at the first character that begins none. */
function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(expression);
    if (found === null) throw new Error(`not PromQL: ${expression.slice(at)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** Reads the part of PromQL that dashboards here are written in; throws at anything else. */
export function metricsIn(expression: string): MetricUse[] {
  return new Reader(tokensOf(expression)).read();
}

interface Around {
  readonly groupedBy: readonly string[] | null;
  readonly isRate: boolean;
  readonly isQuantile: boolean;
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #uses: MetricUse[] = [];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  read(): MetricUse[] {
    this.#expression({ groupedBy: null, isRate: false, isQuantile: false });
    if (this.#at < this.#tokens.length) throw new Error(`not expected: ${this.#tokens[this.#at]}`);
    return this.#uses;
  }

  #expression(around: Around): void {
    this.#operand(around);
    while (/^[-+*/]$/.test(this.#next ?? "")) {
      this.#at++;
      this.#operand(around);
    }
  }

  #operand(around: Around): void {
    const token = this.#take();
    if (/^\d/.test(token)) return;
    if (AGGREGATIONS.has(token)) this.#aggregation(around);
    else if (FUNCTIONS.has(token)) this.#call(token, around);
    else if (/^[a-z]/.test(token)) this.#metric(token, around);
    else throw new Error(`not expected: ${token}`);
  }

  #aggregation(around: Around): void {
    let { groupedBy } = around;
    if (this.#next === "by") {
      this.#at++;
      groupedBy = this.#list("(", ")", () => this.#take());
    }
    this.#list("(", ")", () => this.#expression({ ...around, groupedBy }));
  }

  #call(name: string, around: Around): void {
    const isRate = around.isRate || name === "rate";
    const isQuantile = around.isQuantile || name === "histogram_quantile";
    this.#list("(", ")", () => this.#expression({ ...around, isRate, isQuantile }));
  }

  #metric(metric: string, around: Around): void {
    const matched = this.#next === "{" ? this.#list("{", "}", () => this.#matcher()) : [];
    const isRange = this.#next?.startsWith("[") ?? false;
    if (isRange) this.#at++;
    if (isRange !== around.isRate) throw new Error(`a rate is of a range, and only a rate is: ${metric}`);
    this.#uses.push({ metric, matched, ...around });
  }

  #matcher(): string {
    const label = this.#take();
    if (!/^(=|!=|=~|!~)$/.test(this.#take())) throw new Error(`${label} is not matched`);
    if (!this.#take().startsWith('"')) throw new Error(`${label} is matched with no text`);
    return label;
  }

  #list<Item>(open: string, close: string, read: () => Item): Item[] {
    const items: Item[] = [];
    this.#expect(open);
    do items.push(read());
    while (this.#next === "," && ++this.#at > 0);
    this.#expect(close);
    return items;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(): string {
    const token = this.#next;
    if (token === undefined) throw new Error("the expression ends too early");
    this.#at++;
    return token;
  }

  #expect(sign: string): void {
    const token = this.#take();
    if (token !== sign) throw new Error(`${sign} is expected, not ${token}`);
  }
}
