import { getOrCreate } from '#lib/get-or-create.ts'
import { isAbsolute } from '#lib/urls/absolute-path.ts'
import type { ReportedRun } from '#server/reports/report/report.ts'
import type { StoredFinding } from './known-findings.ts'

type Placed = Pick<StoredFinding, 'path' | 'open'>

/** Moves stored findings to where version control says that their files are now, unless the scan reports the old file. */
export function followRenames(
  stored: readonly Placed[],
  renamedFiles: ReadonlyMap<string, string>,
  paths: ReadonlySet<string>,
): void {
  const newPaths = new Map([...renamedFiles].map(([to, from]) => [from, to]))
  for (const one of stored) {
    const to = paths.has(one.path) ? undefined : newPaths.get(one.path)
    if (to !== undefined) one.path = to
  }
}

/**
 * Moves stored findings to the path that their file has now because it is read in another way, or was checked out
 * elsewhere, unless the scan reports the old path.
 * @param paths of the files that the scan reports
 */
export function followReading(
  stored: readonly Placed[],
  { formerPaths = [] }: Pick<ReportedRun, 'formerPaths'>,
  paths: ReadonlySet<string>,
): void {
  const newPaths = new Map(formerPaths.map(({ from, to }) => [from, to]))
  const gone = new Set<string>()
  for (const one of stored) {
    if (one.path === '' || paths.has(one.path)) continue
    const slashed = one.path.replaceAll('\\', '/')
    const to = newPaths.get(one.path) ?? (paths.has(slashed) ? slashed : undefined)
    if (to !== undefined) one.path = to
    else if (one.open && isAbsolute(one.path)) gone.add(one.path)
  }
  const moved = checkoutOf(gone, paths)
  if (moved === null) return
  for (const one of stored) {
    if (paths.has(one.path) || !one.path.startsWith(moved.from)) continue
    const to = moved.to + one.path.slice(moved.from.length)
    if (paths.has(to)) one.path = to
  }
}

/** A folder in which the repository was checked out before, and the one in which it is now, '' for none. */
interface MovedCheckout {
  from: string
  to: string
}

/** Files of one name beyond this many are not compared. */
const maxOfName = 20
/** Pairs of folders with fewer files than this many others are not looked at. */
const maxRanked = 10
/** The share of the files that a folder must hold to be the checkout. */
const minShare = 0.8

/**
 * The folder that most files have instead of another one, if nearly all of them are below it. A single file must have its
 * folder in common, unless its whole path is what is left of the other one.
 */
function checkoutOf(gone: ReadonlySet<string>, paths: ReadonlySet<string>): MovedCheckout | null {
  if (gone.size === 0) return null
  const byName = Map.groupBy(paths, nameOf)
  const votes = new Map<string, MovedCheckout & { count: number; common: number }>()
  for (const path of gone) {
    for (const other of (byName.get(nameOf(path)) ?? []).slice(0, maxOfName)) {
      const common = commonEnd(path, other)
      if (common === null) continue
      const moved = { from: path.slice(0, -common.length), to: other.slice(0, other.length - common.length) }
      const vote = getOrCreate(votes, JSON.stringify(moved), () => ({ ...moved, count: 0, common: 0 }))
      vote.count += 1
      vote.common = Math.max(vote.common, common.split('/').length)
    }
  }
  const ranked = [...votes.values()].sort(
    (one, other) => other.count - one.count || other.common - one.common,
  )
  const fresh = [...paths].filter(isAbsolute)
  return (
    ranked
      .slice(0, maxRanked)
      .find(
        ({ from, to, count, common }) =>
          (to === '' || count > 1 || common > 1) &&
          isMostly([...gone], from) &&
          (to === '' || isMostly(fresh, to)),
      ) ?? null
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const isMostly = (paths: readonly string[], folder: string) =>
  paths.filter((each) => each.startsWith(folder)).length >= paths.length * minShare

/** The last folders and the name that an absolute path has in common with another path; all of that if it is relative. */
function commonEnd(path: string, other: string): string | null {
  if (!isAbsolute(other)) return path.endsWith(`/${other}`) ? other : null
  const [one, two] = [path.split('/'), other.split('/')]
  let count = 0
  while (count < one.length && one.at(-1 - count) === two.at(-1 - count)) count++
  return count === 0 || count === one.length ? null : one.slice(-count).join('/')
}
