import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import type { Row } from '../rows.ts'

/** How a scanner is run. What is left out is as usual. */
export interface Run {
  /** Another number is a scanner that computes its fingerprints in another way. */
  scheme?: number
  /** A newer scanner: another version, other severities and metadata of rules. */
  upgraded?: boolean
  /** Rules say the same in other words. */
  reworded?: boolean
  /** Rules that are switched off. */
  offRules?: readonly string[]
  /** Whether the file says which rules are switched off. */
  namesOffRules?: boolean
  /** Truths of the flaws that a comment or the scanner's own list suppresses. */
  suppressed?: readonly string[]
  /** The files that were looked at, as in a diff scan; all where it is left out. */
  files?: readonly string[]
  /** Results come in the opposite order. */
  reversed?: boolean
  /** By which id advisories go, that of GitHub where it is left out. */
  advisoryIds?: 'ghsa' | 'cve'
  /** Advisories come without their other ids. */
  withoutAliases?: boolean
  /** The file does not list the files that were looked at. */
  withoutFileList?: boolean
}

/** A result of a report, as a row of the lists is known to be it. */
export interface Result {
  truth: string
  isRow(row: Row): boolean
}

/** What a scanner's format can say, and how its reports are written. */
export interface Format<State> {
  name: string
  issueTypes: readonly ('sast' | 'sca' | 'secrets')[]
  /** Nothing but the place is sent, so that a folder that was moved looks as if everything were gone. */
  forgetsMoved?: boolean
  /** Packages come without their versions, so that two of them are one. */
  forgetsVersions?: boolean
  /** A suppressed flaw is not in the report. */
  leavesOutSuppressed?: boolean
  /** The scanner's report of a repository. */
  write(state: State, run: Run): unknown
  /** What that report says. */
  results(state: State, run: Run): Result[]
  /** The files of the newer state that were not there before, or were changed. */
  changedFiles(before: State, after: State): string[]
}

/** What of a flaw a format sends beside its rule, path, place and message. */
export interface Sent {
  code: boolean
  fingerprint: boolean
  /** How many lines above and below. */
  context: number
  /** Where the value comes from, where the flaw says so. */
  flow: boolean
  /** The code is a secret's value, which counts and not its place. */
  secret: boolean
  /** What the flaw is said of, where it names it: that counts, and not its code. */
  resource?: true
}

/** The format of a scanner that reports flaws in lines of files. */
export interface LineFormat extends Format<Repository> {
  sends: Sent
  /** The fingerprint of a flaw without an index of equal ones; null where the format has none. */
  fingerprint(repository: Repository, flaw: PlacedFlaw, run: Run): string | null
}

/** The flaws that a run reports. */
export function reportedFlaws(flaws: readonly PlacedFlaw[], run: Run): PlacedFlaw[] {
  const reported = flaws.filter(
    ({ rule, path }) => !run.offRules?.includes(rule) && (run.files?.includes(path) ?? true),
  )
  return run.reversed ? reported.toReversed() : reported
}

/** What a rule says of a flaw; newer rules may say it in other words. */
export const messageOf = ({ message }: PlacedFlaw, run: Run) =>
  run.reworded ? `Review this place. ${message} See the rule for what to do.` : message

/** A row in the place of a flaw. */
const resultAt = ({ truth, rule, path, line }: PlacedFlaw): Result => ({
  truth,
  isRow: (row) => row.rule === rule && row.path === path && row.line === line,
})

/** What formats of flaws in lines have in common: which results there are, and which files changed. */
export const ofLines = {
  results: (repository: Repository, run: Run): Result[] =>
    reportedFlaws(flawsIn(repository), run).map(resultAt),
  changedFiles: (before: Repository, after: Repository): string[] => {
    const text = (state: Repository, path: string) =>
      state
        .get(path)
        ?.map((line) => line.text)
        .join('\n')
    return [...after.keys()].filter((path) => text(before, path) !== text(after, path))
  },
}
