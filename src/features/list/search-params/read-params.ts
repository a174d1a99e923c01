import {
  type ParameterFault,
  type QueryShape,
  type QueryValues,
  readQuery,
} from '#contract/parameters/query.ts'
import { listLabels } from '../labels.ts'

/** Reads what is right, value by value: one wrong value in a list takes nothing from the others. */
export function readKept<const S extends QueryShape>(
  shape: S,
  pairs: [string, string][],
): { values: QueryValues<S>; faults: ParameterFault[] } {
  const first = readQuery(shape, pairs)
  if (first.faults.length === 0) return first
  const wrong = new Set(first.faults.map(({ parameter }) => parameter))
  const kept = pairs.flatMap(([name, text]) => {
    const bare = name.replace(/\[\]$/, '')
    if (!wrong.has(bare)) return [[name, text] as const]
    const texts = bare === name ? text.split(',').map((part) => part.trim()) : [text]
    return texts
      .map((one) => [`${bare}[]`, one] as const)
      .filter((pair) => readQuery(shape, [pair]).faults.length === 0)
  })
  const again = readQuery(shape, kept)
  return { values: again.values, faults: [...first.faults, ...again.faults] }
}

/** Names that other pages and tools put into an address, and that say nothing. */
const silent = /^(utm_|issue_type$|include$)/

/** The sentences about names in an address that the page does not know. */
export function unknownNames(shape: QueryShape, search: URLSearchParams): string[] {
  const bare = [...new Set(search.keys())].map((name) => name.replace(/\[\]$/, ''))
  return bare
    .filter((name) => !Object.hasOwn(shape, name) && !silent.test(name))
    .map((name) => listLabels.notAFilter(name.slice(0, 60)))
}

/** A query string for an address: commas and slashes need no escape there, and people read these addresses. */
export function addressOf(written: URLSearchParams): string {
  return written.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
}
