/** Limits of the values that the splitter passes on. Source: docs/api.md#limits. */
export type SplitterLimits = {
  /** Nesting depth of lists and objects. */
  depth: number
  /** Bytes of one string or key that is passed on, as written. */
  stringBytes: number
  /** Bytes of one value that is passed on. */
  valueBytes: number
  /** Nested values within one value that is passed on: small objects take far more memory than text. */
  valueNodes: number
}

export const splitterLimits: SplitterLimits = {
  depth: 100,
  stringBytes: 1024 * 1024,
  valueBytes: 16 * 1024 * 1024,
  valueNodes: 500_000,
}
