import type { Format, LineFormat, Run } from './formats/format.ts'
import type { Outcome } from './test-project.ts'

/** What a person expects of the flaw that was decided: how it may stand, or that it is gone. */
export interface Expected {
  decided: readonly Outcome[] | 'gone'
  /** In the words of a test's name. */
  words: string
}

/** It is ignored as it was. */
export const kept: Expected = { decided: ['ignored'], words: 'the decision is kept' }
/** What was sent does not tell: kept, or open with the offer to take the decision over. */
export const keptOrOffered: Expected = {
  decided: ['ignored', 'uncertain'],
  words: 'the decision is kept or offered',
}
/** What was sent fits two histories: open, with the offer. */
export const offered: Expected = { decided: ['uncertain'], words: 'it is open and offers the decision' }
/** It is open, with or without the offer. */
export const open: Expected = { decided: ['open', 'uncertain'], words: 'it is open' }
/** It is no longer reported, and nothing else has its decision. */
export const gone: Expected = { decided: 'gone', words: 'no other finding has its decision' }

/** One scan after the decision; its edit is made on what the scan before saw. */
export interface Step<State> {
  edit(state: State): State
  run?: Run
  /** The scan is of the same commit as the one before. */
  sameCommit?: boolean
}

/** What was scanned around a decision on the flaw `decided`. Every other flaw stays open throughout. */
export interface History<State> {
  before: State
  steps: readonly Step<State>[]
}

/** A history in each format, and what a person expects at its end. */
export interface Scenario<State, F extends Format<State>> {
  name: string
  history(format: F): History<State>
  /** Null where it makes no sense in a format. */
  expects(format: F): Expected | null
  /** A variant of another one, which is not played on every branch setup. */
  isVariant?: boolean
  /** What it is about happens within one ref. */
  isOnOneBranch?: true
  /** False where a diff scan could not see what happens. */
  inDiffScans?: false
  /** What a full scan of a branch gives where main has the decision, where that is something else. */
  expectsOnBranch?(format: F): Expected | null
  /** What a scan of main gives where a branch has the decision, where that is something else. */
  expectsOnMain?(format: F): Expected | null
  /** What a diff scan that cannot see it all gives, where that is something else. */
  expectsInDiffScans?(format: F): Expected | null
}

/** What is expected by what a format sends: the code (or a hash of it), only messages, secrets, or secrets masked. */
export function bySent(
  { sends }: LineFormat,
  by: { code: Expected | null; message: Expected | null; secret: Expected | null; masked: Expected | null },
): Expected | null {
  if (sends.secret) return sends.code ? by.secret : by.masked
  return sends.code ? by.code : by.message
}
