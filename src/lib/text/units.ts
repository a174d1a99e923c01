import { formatDecimal } from './format.ts'

const byteUnits = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats a size in decimal units, as for disks and networks: `812 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 'B'
  for (const larger of byteUnits) {
    // 999.95 would round to 1,000 of the smaller unit.
    if (value < 999.95) break
    value /= 1000
    unit = larger
  }
  return `${formatDecimal(value)} ${unit}`
}

/** Formats a duration in seconds by its two largest units: `0.4 s`, `45 s`, `3 min 20 s`, `1 h 5 min`, `2 d 3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 9.95) return `${formatDecimal(Math.max(0, seconds))} s`
  const whole = Math.round(seconds)
  const units = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  const first = units.findIndex(([size]) => whole >= size)
  let rest = whole
  const parts: string[] = []
  for (const [size, name] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.join(' ')
}
