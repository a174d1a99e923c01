import { setImmediate as breath } from 'node:timers/promises'
import { type LockfileRows, marks, width } from './memory/columns.ts'
import { mayShare } from './memory/name-marks.ts'
import { bits, lacking, never, type Selection } from './selection.ts'

/** The rows of one lockfile that fail no filter, or one at most where that is asked for. */
export interface Batch {
  project: number
  lockfile: number
  path: string
  /** All rows of the lockfile, as `LockfileRows` has them. */
  rows: Uint32Array
  /** How many of them are meant; only so much of the two lists below is of them. */
  count: number
  /** Where in `rows` each begins. */
  at: Uint32Array
  /** The bits of the filters that each fails. */
  fails: Uint8Array
}

/** How long others wait at most while rows are looked at in turns, in milliseconds. */
const turn = 15

/**
 * Looks at every row of a selection, project by project. `visit` is called for each lockfile with the same lists, filled
 * anew, since calling it for each of millions of rows would cost more than looking at them. Rows that fail a filter are
 * left out, with `orOne` only those that fail several.
 */
export function scan(selection: Selection, visit: (batch: Batch) => void, orOne = false) {
  const look = lookerOf(selection, visit, orOne)
  for (const [project, lockfiles] of selection.lockfiles) look(project, lockfiles)
}

/** The same, while others have their turns: for what looks at everything and may take a while. */
export async function scanInTurns(selection: Selection, visit: (batch: Batch) => void, orOne = false) {
  const look = lookerOf(selection, visit, orOne)
  let end = performance.now() + turn
  for (const [project, lockfiles] of selection.lockfiles) {
    look(project, lockfiles)
    if (performance.now() < end) continue
    await breath()
    end = performance.now() + turn
  }
}

/** How many rows a selection has before it is narrowed. */
export function sizeOf({ lockfiles }: Selection): number {
  let numbers = 0
  for (const [, all] of lockfiles) for (const { rows } of all) numbers += rows.length
  return numbers / width
}

const isOneBit = (fails: number) => (fails & (fails - 1)) === 0

function lookerOf(selection: Selection, visit: (batch: Batch) => void, orOne: boolean) {
  const { packageFails, licenseFails, transitivityFails, missing, projects, paths } = selection
  const passes = (fails: number) => fails === 0 || (orOne && isOneBit(fails))
  const batch: Batch = {
    ...{ project: 0, lockfile: 0, path: '', rows: new Uint32Array(), count: 0 },
    ...{ at: new Uint32Array(), fails: new Uint8Array() },
  }
  // Where nothing is asked for, every row is meant, and looking at each would take as long as counting it does.
  const all = !selection.narrows
  const makeRoom = (size: number) => {
    if (size <= batch.at.length) return
    batch.at = new Uint32Array(size)
    batch.fails = new Uint8Array(size)
    if (all) for (let index = 0; index < size; index++) batch.at[index] = index * width
  }
  makeRoom(1024)
  const lookInto = ({ rows }: LockfileRows, ofFile: number): number => {
    makeRoom(rows.length / width)
    if (all) return rows.length / width
    const { at, fails } = batch
    let count = 0
    for (let row = 0; row < rows.length; row += width) {
      const id = rows[row + 1] ?? 0
      const ofPackage = packageFails[id] ?? never
      if (ofPackage === never) continue
      const said = rows[row + 2] ?? 0
      let failed =
        ofFile |
        ofPackage |
        (licenseFails[said >>> marks.licenses] ?? 0) |
        (transitivityFails[said & marks.transitivity] ?? 0)
      if (missing !== 0 && (lacksOf(selection, id, said) & missing) === 0) failed |= bits.missing
      if (failed !== 0 && !(orOne && isOneBit(failed))) continue
      at[count] = row
      fails[count] = failed
      count++
    }
    return count
  }
  return (project: number, lockfiles: readonly LockfileRows[]) => {
    const ofProject = projects === null || projects.has(project) ? 0 : bits.repositoryId
    if (!passes(ofProject)) return
    for (const lockfile of lockfiles) {
      const { id, path, rows } = lockfile
      if (!mayShare(lockfile.names, selection.names)) continue
      const ofFile = ofProject | (paths === null || paths.has(path) ? 0 : bits.lockfilePath)
      if (!passes(ofFile)) continue
      const count = lookInto(lockfile, ofFile)
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

/** What a row lacks, a bit for each of `missingParts`, by its package and its marks. */
export const lacksOf = ({ packageLacks }: Selection, id: number, said: number): number =>
  lacksBy(packageLacks[id] ?? 0, said)

/** The same by what the package lacks. */
export function lacksBy(ofPackage: number, said: number): number {
  let lacks = ofPackage
  if (said & marks.purl) lacks &= ~lacking.identifier
  if (said >>> marks.licenses === 0) lacks |= lacking.license
  if (!(said & marks.hash)) lacks |= lacking.hash
  if (!(said & marks.relationship)) lacks |= lacking.relationship
  return lacks
}
