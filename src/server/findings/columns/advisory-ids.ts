import { getOrCreate } from '#lib/get-or-create.ts'
import { spellAdvisoryId } from '#lib/text/advisory-id.ts'
import type { FindingColumns } from './finding-columns.ts'
import { deriveFromColumns } from './names.ts'
import type { Table } from './table.ts'

/** The ids of the advisories of a table. An id has one number, whatever its case. */
export interface AdvisoryIds {
  /** The ids by their number, as they are shown; the first represents no id. */
  readonly names: readonly (string | null)[]
  /** For each code of the column `advisoryIds` the numbers of its ids, the finding's own first. */
  readonly all: readonly (readonly number[])[]
  /**
   * The same without ids that are no finding's own: the values of facets and groups, which are as many as a filter by
   * one of them selects.
   */
  readonly counted: readonly (readonly number[])[]
  /** The number of an id; undefined if no finding has it. */
  numberOf(id: string): number | undefined
}

/**
 * The ids under which findings of packages name their advisories. One scanner calls by its GHSA id what another calls by
 * its CVE id, so that a finding is found by every id that its scans gave.
 */
export function advisoryIdsOf(columns: FindingColumns, table: Table): Promise<AdvisoryIds> {
  return deriveFromColumns(columns, 'advisory ids', async () => {
    const pool = table.texts.advisoryIds
    const names: (string | null)[] = [null]
    const numbers = new Map<string, number>()
    const add = (id: string) => getOrCreate(numbers, id.toUpperCase(), () => names.push(id) - 1)
    const ids = Array.from({ length: pool.size }, (_, code) => (pool.text(code) ?? '').split('\n'))
    const own = ids.map(([id = '']) => (id === '' ? 0 : add(id)))
    const ownEnd = names.length
    const all = ids.map(([, ...aliases], code) => {
      const others = aliases.filter((id) => id !== '').map((id) => add(spellAdvisoryId(id)))
      return [...new Set([own[code] ?? 0, ...others])]
    })
    return {
      names,
      all,
      counted: all.map((list) => list.filter((number) => number < ownEnd)),
      numberOf: (id) => numbers.get(id.toUpperCase()),
    }
  })
}
