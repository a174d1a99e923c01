import {
  type ParameterFault,
  type QueryShape,
  type QueryValues,
  readQuery,
} from '#contract/parameters/query.ts'
import { listLabels } from '../labels.ts'

/** Reads the valid values: an invalid value in a list does not affect the others. */
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

/** Params of other pages and tools that are ignored without a message. */
const ignoredNames = /^(utm_|issue_type$|include$)/

/** Returns messages about URL params that the page does not know. */
export function unknownNames(shape: QueryShape, search: URLSearchParams): string[] {
  const baseName = [...new Set(search.keys())].map((name) => name.replace(/\[\]$/, ''))
  return baseName
    .filter((name) => !Object.hasOwn(shape, name) && !ignoredNames.test(name))
    .map((name) => listLabels.notAFilter(name.slice(0, 60)))
}

/** Returns the query string of a URL: commas and slashes need no escaping there, and people read these URLs. */
export function searchOf(written: URLSearchParams): string {
  return written.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
}
