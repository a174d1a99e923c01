import { purlOfPackage } from '#server/base/purl.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { toCode, transitivities } from '#server/db/codes.ts'
import type { Row } from '#server/db/engine.ts'
import { takeIds } from '#server/db/ids.ts'
import { deleteDependencies, insertDependencies } from '#server/dependencies/writes.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import { dependencyKey } from '#server/reports/report/dependency-key.ts'
import { listDependencyPaths } from '#server/reports/report/dependency-paths.ts'
import type { ReportedLockfile } from '#server/reports/report/report.ts'
import { differences } from '../differences.ts'
import type { RunTarget } from '../run.ts'
import { replaceLockfiles } from './lockfiles.ts'

/** The target of dependencies, in addition to the target of their scan. */
export interface DependencyTarget extends RunTarget {
  /** When the scan began, if it was uploaded as an older one; milliseconds since 1970. */
  startedAt: number | null
  /** The URL of the project, and the scanned commit. */
  url: string | null
  commit: string | null
  /** Whether the run could not read a lockfile, which is then not changed. */
  unread(path: string): boolean
}

/** A lockfile with the ids of its dependencies, in its order. */
interface Numbered {
  id: number
  lockfile: ReportedLockfile
  ids: Float64Array
}

/** Why a scan changes no dependencies, as worded in the report of the import. */
export const partialReason = 'dependency; only a successful full scan updates dependencies'

/** A multiple of the rows of one statement. */
const rowsPerBatch = 480

/**
 * Replaces the dependencies of a source on a ref with those of a completed full scan. Remaining rows keep their id.
 * Lockfiles that the source no longer reports are deleted, except those that it could not read.
 * Source: docs/api.md#dependencies.
 */
export async function replaceDependencies(
  transaction: ChangeTransaction,
  target: DependencyTarget,
  lockfiles: readonly ReportedLockfile[],
): Promise<void> {
  const storedLockfiles = await replaceLockfiles(transaction, target, lockfiles)
  const numbered: Numbered[] = []
  for (const [id, lockfile] of storedLockfiles)
    numbered.push({ id, lockfile, ids: new Float64Array(lockfile.dependencies.length) })
  const stored = await numberStored(transaction, numbered)
  await numberRemaining(transaction, numbered, stored.size)
  for (const one of numbered) await writeChanged(transaction, target, one, stored)
}

/** Sets the ids of stored dependencies, and deletes those that are no longer reported. */
async function numberStored(
  transaction: ChangeTransaction,
  numbered: readonly Numbered[],
): Promise<Set<number>> {
  const stored = new Set<number>()
  const removedIds: number[] = []
  for (let from = 0; from < numbered.length; from += rowsPerBatch) {
    const some = numbered.slice(from, from + rowsPerBatch)
    const rows = await transaction
      .selectFrom('dependency')
      .select(['id', 'lockfile_id', 'ecosystem', 'name', 'version', 'purl'])
      .where('deployment_id', '=', transaction.deploymentId)
      .where(
        'lockfile_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    if (rows.length === 0) continue
    const byLockfile = Map.groupBy(rows, (row) => row.lockfile_id)
    for (const one of some) {
      const remaining = byLockfile.get(one.id) ?? []
      const gone = numberSame(one, remaining)
      removedIds.push(...gone.map(({ id }) => id))
      for (const id of one.ids) if (id !== 0) stored.add(id)
    }
    await yieldToEventLoop()
  }
  for (let from = 0; from < removedIds.length; from += rowsPerBatch) {
    await deleteDependencies(transaction, removedIds.slice(from, from + rowsPerBatch))
  }
  return stored
}

interface StoredDependency {
  id: number
  ecosystem: string
  name: string
  version: string
  purl: string | null
}

type KeyOf = (dependency: Omit<StoredDependency, 'id'>) => string | null

const purlKey: KeyOf = (dependency) => purlOfPackage(dependency) ?? null
const packageKey: KeyOf = ({ ecosystem, name, version }) => JSON.stringify([ecosystem, name, version])
const nameKey: KeyOf = ({ name, version }) => JSON.stringify([name, version])

/**
 * What tells that a reported dependency is a stored one, strongest first: the artifact; the package URL, whatever the
 * package was called; the package, whose other qualifiers changed; the name alone of one whose package URL could not be
 * read.
 */
const sameness: readonly { stored: KeyOf; reported: KeyOf }[] = [
  { stored: dependencyKey, reported: dependencyKey },
  { stored: purlKey, reported: purlKey },
  { stored: packageKey, reported: packageKey },
  { stored: (one) => (one.ecosystem === 'generic' ? nameKey(one) : null), reported: nameKey },
]

/** Gives the dependencies of a lockfile the ids of the stored ones that they are. @returns those that are none of them. */
function numberSame(
  { lockfile, ids }: Numbered,
  rows: readonly StoredDependency[],
): readonly StoredDependency[] {
  let remaining = rows
  for (const { stored, reported } of sameness) {
    if (remaining.length === 0) break
    const free = Map.groupBy(
      [...ids.keys()].filter((position) => ids[position] === 0).reverse(),
      (position) => {
        const dependency = lockfile.dependencies[position]
        return dependency ? reported(dependency) : null
      },
    )
    remaining = remaining.filter((row) => {
      const key = stored(row)
      const position = key === null ? undefined : free.get(key)?.pop()
      if (position !== undefined) ids[position] = row.id
      return position === undefined
    })
  }
  return remaining
}

/** Assigns ids to new dependencies before they are written, since relations refer to them. No id is reused. */
async function numberRemaining(
  transaction: ChangeTransaction,
  numbered: readonly Numbered[],
  storedCount: number,
): Promise<void> {
  const count = numbered.reduce((sum, { ids }) => sum + ids.length, 0) - storedCount
  if (count === 0) return
  let next = await takeIds(transaction, transaction.deploymentId, 'dependency', count)
  for (const { ids } of numbered) {
    for (const [position, id] of ids.entries()) if (id === 0) ids[position] = next++
  }
}

async function writeChanged(
  transaction: ChangeTransaction,
  target: DependencyTarget,
  { id, lockfile, ids }: Numbered,
  stored: ReadonlySet<number>,
): Promise<void> {
  const path = listDependencyPaths(lockfile.dependencies)
  const urlOf = urls(target, lockfile)
  const lines = { lockfile, ids, path, urlOf }
  for (let from = 0; from < ids.length; from += rowsPerBatch) {
    const some = [...ids.subarray(from, from + rowsPerBatch)]
    const before = await readStoredRows(
      transaction,
      some.filter((each) => stored.has(each)),
    )
    const rows = some.flatMap((each, index) => {
      const old = before.get(each)
      const row: Row = {
        ...rowOf(target, id, lines, from + index),
        first_seen_scan_id: old ? (old['first_seen_scan_id'] ?? null) : target.scanId,
      }
      return old && Object.keys(differences(old, row)).length === 0 ? [] : [row]
    })
    // Changed rows are deleted and inserted again: updates would take one statement per row.
    const changed = rows.flatMap((row) => (before.has(Number(row['id'])) ? [Number(row['id'])] : []))
    if (changed.length > 0) await deleteDependencies(transaction, changed)
    await insertDependencies(transaction, rows)
    await yieldToEventLoop()
  }
}

async function readStoredRows(transaction: ChangeTransaction, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, Row>()
  const rows = await transaction
    .selectFrom('dependency')
    .selectAll()
    .where('deployment_id', '=', transaction.deploymentId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row }]))
}

interface Lines {
  lockfile: ReportedLockfile
  ids: Float64Array
  path(position: number): string[] | null
  urlOf(line: number | null): string | null
}

function rowOf(target: DependencyTarget, lockfileId: number, lines: Lines, position: number): Row {
  const { lockfile, ids } = lines
  const one = lockfile.dependencies[position]
  if (!one) throw new Error(`the lockfile has no dependency ${position}`)
  const path = lines.path(position)
  return {
    id: ids[position] ?? 0,
    deployment_id: target.deploymentId,
    project_id: target.projectId,
    lockfile_id: lockfileId,
    on_primary: Number(target.onPrimary),
    ecosystem: one.ecosystem,
    name: one.name,
    version: one.version,
    transitivity: toCode(transitivities, one.transitivity),
    licenses_json: JSON.stringify(one.licenses),
    defined_path: lockfile.located ? lockfile.path : null,
    defined_line: lockfile.located ? one.line : null,
    defined_url: lines.urlOf(one.line),
    hashes_json: JSON.stringify(one.hashes),
    purl: one.purl,
    cpes_json: one.cpes ? JSON.stringify(one.cpes) : null,
    requires_json: one.requires && JSON.stringify(one.requires.map((other) => ids[other])),
    through_json: path && JSON.stringify(path),
  }
}

/** The URL of a lockfile's line at the code host, in the form of common hosts. */
function urls(
  target: DependencyTarget,
  { path, located }: ReportedLockfile,
): (line: number | null) => string | null {
  const { url, commit } = target
  if (!located || url === null || commit === null || !/^https?:\/\//.test(url)) return () => null
  const file = `${url.replace(/\/+$/, '')}/blob/${encodeURIComponent(commit)}/${path.split('/').map(encodeURIComponent).join('/')}`
  return (line) => (line === null ? file : `${file}#L${line}`)
}
