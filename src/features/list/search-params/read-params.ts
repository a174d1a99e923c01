import {
  type ParameterFault,
  type QueryShape,
  type QueryValues,
  readQuery,
} from '#contract/parameters/query.ts'
import { listLabels } from '../labels.ts'

/** Reads what is right, value by value: one wrong value in a list takes nothing from the others. */
export function readValid<const S extends QueryShape>(
  shape: S,
  pairs: [string, string][],
): { values: QueryValues<S>; faults: ParameterFault[] } {
  const first = readQuery(shape, pairs)
  if (first.faults.length === 0) return first
  const wrong = new Set(first.faults.map(({ parameter }) => parameter))
  const valid = pairs.flatMap(([name, text]) => {
    const baseName = name.replace(/\[\]$/, '')
    if (!wrong.has(baseName)) return [[name, text] as const]
    const texts = baseName === name ? text.split(',').map((part) => part.trim()) : [text]
    return texts
      .map((one) => [`${baseName}[]`, one] as const)
      .filter((pair) => readQuery(shape, [pair]).faults.length === 0)
  })
  const again = readQuery(shape, valid)
  return { values: again.values, faults: [...first.faults, ...again.faults] }
}

/** Names that other pages and tools put into a URL, and that say nothing. */
const ignoredNames = /^(utm_|issue_type$|include$)/

/** The sentences about names in a URL that the page does not know. */
export function unknownNames(shape: QueryShape, search: URLSearchParams): string[] {
  const baseName = [...new Set(search.keys())].map((name) => name.replace(/\[\]$/, ''))
  return baseName
    .filter((name) => !Object.hasOwn(shape, name) && !ignoredNames.test(name))
    .map((name) => listLabels.notAFilter(name.slice(0, 60)))
}

/** A query string for a URL: commas and slashes need no escape there, and people read these URLs. */
export function searchOf(written: URLSearchParams): string {
  return written.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
}
