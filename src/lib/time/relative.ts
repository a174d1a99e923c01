const units: Record<string, number> = { h: 3600, d: 86_400, w: 604_800 }

/** Returns the parts of a relative time: `7d` is 7 and `d`; undefined if it is invalid. */
export function relativeParts(word: string): { count: number; unit: string } | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(word) ?? []
  return count === undefined || unit === undefined ? undefined : { count: Number(count), unit }
}

/** Returns the seconds of a relative time: `7d` is 604800; undefined if it is invalid. */
export function secondsOf(word: string): number | undefined {
  const parts = relativeParts(word)
  const size = parts && units[parts.unit]
  return size === undefined ? undefined : (parts?.count ?? 0) * size
}
