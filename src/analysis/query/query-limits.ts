/** What one query may take. */
export interface QueryLimits {
  readonly rowsMax: number;
  readonly bytesMax: number;
  /** For messages: what the instance may take. */
  readonly memoryBytes: number;
}

/** Limits with fewer rows, where fewer are asked for. */
export function withRows(limits: QueryLimits, rowsMax = limits.rowsMax): QueryLimits {
  return { ...limits, rowsMax: Math.min(rowsMax, limits.rowsMax) };
}
