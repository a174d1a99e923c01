/** Bounds of what the splitter hands over. Source: docs/api.md#limits. */
export type SplitterLimits = {
  /** Containers inside each other. */
  depth: number
  /** Bytes of one string or key that is handed over, as written. */
  stringBytes: number
  /** Bytes of one value handed over whole. */
  valueBytes: number
  /** Values inside one value handed over: small objects take far more memory than text. */
  valueNodes: number
}

export const splitterLimits: SplitterLimits = {
  depth: 100,
  stringBytes: 1024 * 1024,
  valueBytes: 16 * 1024 * 1024,
  valueNodes: 500_000,
}
