import { packageOfVersion } from '../groups/upgrades.ts'
import type { FindingColumns } from './finding-columns.ts'
import { deriveFromColumns } from './names.ts'
import type { Table } from './table.ts'

/** The packages of recommended upgrades. */
interface UpgradedPackages {
  /** For each code of the column `upgrade` the index of its package in `names`; 0 for none. */
  packageByUpgrade: Uint32Array
  /** The names of the packages; the first represents no package. */
  names: string[]
}

/** The packages of all recommended upgrades of a table. */
export function upgradedPackages(columns: FindingColumns, table: Table): Promise<UpgradedPackages> {
  return deriveFromColumns(columns, 'upgraded packages', async () => {
    const pool = table.texts.upgrade
    const packageByUpgrade = new Uint32Array(pool.size)
    const names = ['']
    const numbers = new Map<string, number>()
    for (let code = 1; code < pool.size; code++) {
      const name = packageOfVersion(pool.text(code) ?? '')
      const number = numbers.get(name) ?? names.push(name) - 1
      numbers.set(name, number)
      packageByUpgrade[code] = number
    }
    return { packageByUpgrade, names }
  })
}
