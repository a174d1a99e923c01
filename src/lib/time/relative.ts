const units: Record<string, number> = { h: 3600, d: 86_400, w: 604_800 }

/** The parts of a relative word: `7d` is 7 and `d`; undefined where it is no such word. */
export function relativeParts(word: string): { count: number; unit: string } | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([hdw])$/.exec(word) ?? []
  return count === undefined || unit === undefined ? undefined : { count: Number(count), unit }
}

/** The seconds that a relative word stands for: `7d` is 604800; undefined where it is no such word. */
export function secondsOf(word: string): number | undefined {
  const parts = relativeParts(word)
  const size = parts && units[parts.unit]
  return size === undefined ? undefined : (parts?.count ?? 0) * size
}
