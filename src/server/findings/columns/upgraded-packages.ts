import { packageOfVersion } from '../groups/upgrades.ts'
import type { FindingColumns } from './finding-columns.ts'
import { deriveFromColumns } from './names.ts'
import type { Table } from './table.ts'

/** The packages that recommended upgrades are of. */
interface UpgradedPackages {
  /** For each number of the column `upgrade` that of its package; 0 for none. */
  of: Uint32Array
  /** The packages by their number; the first stands for none. */
  names: string[]
}

/** The packages of all recommended upgrades of a table. */
export function upgradedPackages(columns: FindingColumns, table: Table): Promise<UpgradedPackages> {
  return deriveFromColumns(columns, 'upgraded packages', async () => {
    const pool = table.texts.upgrade
    const of = new Uint32Array(pool.size)
    const names = ['']
    const known = new Map<string, number>()
    for (let code = 1; code < pool.size; code++) {
      const name = packageOfVersion(pool.text(code) ?? '')
      const number = known.get(name) ?? names.push(name) - 1
      known.set(name, number)
      of[code] = number
    }
    return { of, names }
  })
}
