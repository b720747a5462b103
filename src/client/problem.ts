/** One problem of a 400 response. */
export interface ProblemIssue {
  readonly path: string;
  readonly message: string;
}

/** An error response of the server: problem details (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly issues: readonly ProblemIssue[];

  constructor(status: number, detail: string, issues: readonly ProblemIssue[]) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.issues = issues;
  }

  /** Parses a response body, which may be a proxy's instead of Headcount's. */
  static from(status: number, body: unknown): Problem {
    const { detail, title, errors } = Object(body) as {
      readonly detail?: unknown;
      readonly title?: unknown;
      readonly errors?: unknown;
    };
    const said = [detail, title].find((text) => typeof text === "string") ?? `status ${status}`;
    return new Problem(status, String(said), Array.isArray(errors) ? errors : []);
  }
}
