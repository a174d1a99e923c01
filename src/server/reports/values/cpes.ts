import { isCPE } from '@cyclonedx/cyclonedx-library/Types'
import { bounds } from './json-values.ts'

/** The most names of one package; Syft guesses some dozens. */
export const maxCpes = 50

/** The valid names of the Common Platform Enumeration among values, each once, and the number of invalid ones. */
export function cpesIn(values: readonly unknown[]): { cpes: string[]; invalid: number } {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  const names = given.filter(
    (value) => typeof value === 'string' && value.length <= bounds.name && isCPE(value),
  )
  return { cpes: [...new Set(names.map(String))].slice(0, maxCpes), invalid: given.length - names.length }
}
