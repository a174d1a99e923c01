import { code, findingTypes, statuses } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from './among.ts'

/**
 * Counts the open supply-chain findings of primary branches about packages of some names, by name and version. One
 * statement, which an index answers alone.
 * @returns by package name, by version.
 */
export async function openByPackage(
  reader: Reader,
  deploymentId: number,
  names: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>()
  if (names.length === 0) return found
  const rows = await reader
    .selectFrom('finding')
    .select((of) => ['package', 'package_version', of.fn.countAll<number>().as('count')])
    .where('deployment_id', '=', deploymentId)
    .where('package', 'in', valuesOf([...new Set(names)]))
    .where('removed', '=', 0)
    .where('type', '=', code(findingTypes, 'sca'))
    .where('status', '=', code(statuses, 'open'))
    .where('on_primary', '=', 1)
    .groupBy(['package', 'package_version'])
    .execute()
  for (const { package: name, package_version: version, count } of rows) {
    if (name === null) continue
    const versions = found.get(name) ?? new Map<string, number>()
    found.set(name, versions.set(version ?? '', count))
  }
  return found
}
