import { hash } from 'node:crypto'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { RunPlan } from '../plan/plan.ts'

// Full scans of a source are compared by the files that they name. Source: docs/decisions/0081-scopes-of-scans.md.

/** Of a scan of more files, those with the smallest hashes are stored: a sample that estimates a share to 2 %. */
const maxHashes = 2_000
const hashLength = 8

/** 48 bits of SHA-256. */
const hashOf = (path: string) => hash('sha256', path, 'base64url').slice(0, hashLength)

/** The files that an earlier scan named: their number, and hashes of a sample. */
export interface Scope {
  files: number
  hashes: readonly string[]
}

interface RefSource {
  refId: number
  sourceId: number
}

/** The files that the newest applied full scan of the source on the ref named; null if there are none. */
export async function readScope(
  transaction: ChangeTransaction,
  { refId, sourceId }: RefSource,
): Promise<Scope | null> {
  const row = await transaction
    .selectFrom('scan_scope')
    .select(['files', 'hashes'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('ref_id', '=', refId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (!row) return null
  const hashes = Array.from({ length: row.hashes.length / hashLength }, (_, index) =>
    row.hashes.slice(index * hashLength, (index + 1) * hashLength),
  )
  return { files: row.files, hashes }
}

/** Replaces the stored files by those of a full scan that is applied; null if it names none. */
export async function replaceScope(
  transaction: ChangeTransaction,
  { refId, sourceId }: RefSource,
  paths: readonly string[] | null,
): Promise<void> {
  const { deploymentId } = transaction
  if (paths === null || paths.length === 0) {
    await transaction
      .deleteFrom('scan_scope')
      .where('deployment_id', '=', deploymentId)
      .where('ref_id', '=', refId)
      .where('source_id', '=', sourceId)
      .execute()
    return
  }
  const values = { files: paths.length, hashes: paths.map(hashOf).sort().slice(0, maxHashes).join('') }
  await transaction
    .insertInto('scan_scope')
    .values({ deployment_id: deploymentId, ref_id: refId, source_id: sourceId, ...values })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'ref_id', 'source_id']).doUpdateSet(values))
    .execute()
}

/**
 * Whether a scan named less than half as many files as the earlier one, or less than half of the same. A renamed file is
 * the same if findings moved with it or with a folder above it.
 */
export function isOtherScope(earlier: Scope, paths: readonly string[], plan: RunPlan): boolean {
  if (paths.length * 2 < earlier.files) return true
  const earlierNames = earlierNamesIn(plan)
  const hashes = new Set<string>()
  for (const path of paths) {
    hashes.add(hashOf(path))
    const earlierName = earlierNameOf(path, earlierNames)
    if (earlierName !== null) hashes.add(hashOf(earlierName))
  }
  const shared = earlier.hashes.filter((each) => hashes.has(each))
  return shared.length * 2 < earlier.hashes.length
}

/** The earlier names of renamed files and folders by their present ones, without the end that both have. */
function earlierNamesIn(plan: RunPlan): Map<string, string> {
  const names = new Map<string, string>()
  for (const [index, { path }] of plan.stored.entries()) {
    const present = plan.reportedOf(index)?.location?.filePath
    if (present === undefined || path === '' || present === path) continue
    const [after, before] = [present.split('/'), path.split('/')]
    while (after.length > 0 && before.length > 0 && after.at(-1) === before.at(-1)) {
      after.pop()
      before.pop()
    }
    const name = after.join('/')
    if (!names.has(name)) names.set(name, before.join('/'))
  }
  return names
}

/** Deeper folders than this are taken as not renamed. */
const maxDepth = 40

function earlierNameOf(path: string, earlierNames: ReadonlyMap<string, string>): string | null {
  if (earlierNames.size === 0) return null
  const parts = path.split('/')
  if (parts.length > maxDepth) return null
  for (let length = parts.length; length >= 0; length--) {
    const earlierName = earlierNames.get(parts.slice(0, length).join('/'))
    if (earlierName === undefined) continue
    const rest = parts.slice(length).join('/')
    return earlierName === '' || rest === '' ? earlierName + rest : `${earlierName}/${rest}`
  }
  return null
}
