import { expect, it } from 'vitest'
import { isSilent, type ScanDates } from './silent.ts'

const day = 24 * 3600_000
const now = 1000 * day
/** A source that reported so many days ago, newest first. */
const reported = (...daysAgo: number[]): ScanDates => ({
  recent: daysAgo.map((days) => now - days * day),
  isRetired: false,
})

it.each([
  ['that reported as long ago as the others', reported(30, 31), [reported(30)], false],
  ['a week behind another one', reported(7, 8, 9), [reported(0)], false],
  ['more than a week behind another one', reported(8, 9, 10), [reported(0)], true],
  ['less than twice its usual time behind', reported(40, 70, 100), [reported(0)], false],
  ['more than twice its usual time behind', reported(61, 91, 121), [reported(0)], true],
  ['whose longest pause is not its usual one', reported(10, 11, 12, 300), [reported(0)], true],
  ['that reported once, more than a week ago', reported(8), [reported(0)], true],
  ['that never reported to the primary branch', reported(), [reported(0)], false],
  ['that is the only one', reported(500), [], false],
  ['that is retired', { ...reported(100), isRetired: true }, [reported(0)], false],
  ['behind a retired one alone', reported(100), [{ ...reported(0), isRetired: true }], false],
])('says of a source %s whether it fell silent', (_, source, others, silent) => {
  expect(isSilent(source, [source, ...others])).toBe(silent)
})
