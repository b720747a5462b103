/** Exit codes: success, failure, usage error. */
export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;
