import { setImmediate as breath } from 'node:timers/promises'
import { flagBits, type LockfileRows, rowWidth } from './columns/columns.ts'
import { mayIntersect } from './columns/name-bloom-filters.ts'
import { lackingBits, neverMatches, notComparable, type Selection, testBits } from './selection.ts'

/** The rows of one lockfile that fail no filter, or at most one if requested. */
export interface Batch {
  project: number
  lockfile: number
  path: string
  /** All rows of the lockfile, as in `LockfileRows`. */
  rows: Uint32Array
  /** The number of selected rows; the two lists below are valid up to this length. */
  count: number
  /** The offset of each row in `rows`. */
  at: Uint32Array
  /** The bits of the filters that each row fails. */
  fails: Uint8Array
}

/** The longest time in milliseconds that a scan runs before it yields. */
const sliceLength = 15

/**
 * Tests every row of a selection, project by project. `visit` is called once per lockfile with reused lists, since a
 * call for each of millions of rows would cost more than testing them. Rows that fail a filter are left out, with
 * `orOne` only those that fail several.
 */
export function scanRows(selection: Selection, visit: (batch: Batch) => void, orOne = false) {
  const scanLockfile = createScanner(selection, visit, orOne)
  for (const [project, lockfiles] of selection.lockfiles) scanLockfile(project, lockfiles)
}

/** Like `scanRows`, yielding to other work: for long scans of all rows. */
export async function scanInSlices(selection: Selection, visit: (batch: Batch) => void, orOne = false) {
  const scanLockfile = createScanner(selection, visit, orOne)
  let end = performance.now() + sliceLength
  for (const [project, lockfiles] of selection.lockfiles) {
    scanLockfile(project, lockfiles)
    if (performance.now() < end) continue
    await breath()
    end = performance.now() + sliceLength
  }
}

/** The number of rows of a selection before filtering. */
export function sizeOf({ lockfiles }: Selection): number {
  let numbers = 0
  for (const [, all] of lockfiles) for (const { rows } of all) numbers += rows.length
  return numbers / rowWidth
}

/** The number of rows that match all but bounds with which their version is not comparable. */
export function countNotComparable(selection: Selection): number {
  if (!selection.packageFails.includes(notComparable)) return 0
  let rows = 0
  const visit = ({ count, fails }: Batch) => {
    for (let index = 0; index < count; index++) if (fails[index] === notComparable) rows++
  }
  scanRows(selection, visit, true)
  return rows
}

const isOneBit = (fails: number) => (fails & (fails - 1)) === 0

function createScanner(selection: Selection, visit: (batch: Batch) => void, orOne: boolean) {
  const { packageFails, licenseFails, transitivityFails, missing, projects, paths } = selection
  const passes = (fails: number) => fails === 0 || (orOne && isOneBit(fails))
  const batch: Batch = {
    ...{ project: 0, lockfile: 0, path: '', rows: new Uint32Array(), count: 0 },
    ...{ at: new Uint32Array(), fails: new Uint8Array() },
  }
  // Without a filter every row matches, and testing each would take as long as counting it.
  const all = !selection.narrows
  const makeRoom = (size: number) => {
    if (size <= batch.at.length) return
    batch.at = new Uint32Array(size)
    batch.fails = new Uint8Array(size)
    if (all) for (let index = 0; index < size; index++) batch.at[index] = index * rowWidth
  }
  makeRoom(1024)
  const scanLockfile = ({ rows }: LockfileRows, ofFile: number): number => {
    makeRoom(rows.length / rowWidth)
    if (all) return rows.length / rowWidth
    const { at, fails } = batch
    let count = 0
    for (let row = 0; row < rows.length; row += rowWidth) {
      const id = rows[row + 1] ?? 0
      const ofPackage = packageFails[id] ?? neverMatches
      if (ofPackage === neverMatches) continue
      const lacksCode = rows[row + 2] ?? 0
      let failed =
        ofFile |
        ofPackage |
        (licenseFails[lacksCode >>> flagBits.licenses] ?? 0) |
        (transitivityFails[lacksCode & flagBits.transitivity] ?? 0)
      if (missing !== 0 && (lacksOfPackage(selection, id, lacksCode) & missing) === 0)
        failed |= testBits.missing
      if (failed !== 0 && !(orOne && isOneBit(failed))) continue
      at[count] = row
      fails[count] = failed
      count++
    }
    return count
  }
  return (project: number, lockfiles: readonly LockfileRows[]) => {
    const ofProject = projects === null || projects.has(project) ? 0 : testBits.repositoryId
    if (!passes(ofProject)) return
    for (const lockfile of lockfiles) {
      const { id, path, rows } = lockfile
      if (!mayIntersect(lockfile.names, selection.names)) continue
      const ofFile = ofProject | (paths === null || paths.has(path) ? 0 : testBits.lockfilePath)
      if (!passes(ofFile)) continue
      const count = scanLockfile(lockfile, ofFile)
      if (count === 0) continue
      batch.project = project
      batch.lockfile = id
      batch.path = path
      batch.rows = rows
      batch.count = count
      visit(batch)
    }
  }
}

/** The missing fields of a row, one bit for each of `missingFields`, from its package and its flags. */
export const lacksOfPackage = ({ packageLacks }: Selection, id: number, lacksCode: number): number =>
  lacksBy(packageLacks[id] ?? 0, lacksCode)

/** Like `lacksOfPackage`, from the missing fields of the package. */
export function lacksBy(ofPackage: number, lacksCode: number): number {
  let lacks = ofPackage
  if (lacksCode & flagBits.purl) lacks &= ~lackingBits.identifier
  if (lacksCode >>> flagBits.licenses === 0) lacks |= lackingBits.license
  if (!(lacksCode & flagBits.hash)) lacks |= lackingBits.hash
  if (!(lacksCode & flagBits.relationship)) lacks |= lackingBits.relationship
  return lacks
}
