import { code, type findingTypes, triageReasons, triageStates } from '#server/db/codes.ts'
import { leftOutReasons } from '../labels.ts'
import type { ReportedFinding, TriageSender } from '../report.ts'
import { LeftOutCounter } from '../run-builder.ts'
import { bareWord, knownWord, stateOf } from './given-standing.ts'
import type { TriageState } from './rules.ts'

/** Between which instants a decision of a file can have been made. Milliseconds since 1970. */
export interface TriageTimes {
  /** Since when the project exists. */
  from: number
  /** The arrival of the file. */
  until: number
}

/** A decision that a file brings along, made by the person who sent it. */
export interface GivenTriage {
  /** `untriaged` for a note alone. */
  state: TriageState
  reason: (typeof triageReasons)[number] | null
  comment: string | null
  /** Milliseconds since 1970. */
  at: number
  by: TriageSender
}

/** Why the triage of a finding does not count. */
interface RefusedTriage {
  refused: string
}

/** Clocks of other services run ahead a little. Milliseconds. */
const aheadAtMost = 5 * 60_000

/** The triage that a file asks for; null where it asks for none. */
function askedTriage(finding: ReportedFinding): Pick<GivenTriage, 'state' | 'reason' | 'comment'> | null {
  const { given } = finding
  if (given === null) return null
  // A status of a finding that its scanner suppressed, or that is gone, follows from that and not from a decision.
  const status = stateOf(finding) === 'unresolved' ? bareWord(given.status) : null
  const state =
    knownWord(triageStates, bareWord(given.triageState)) ?? knownWord(triageStates, status) ?? 'untriaged'
  const comment = given.triageComment
  if (state === 'untriaged' && comment === null) return null
  const reason = knownWord(triageReasons, bareWord(given.triageReason)) ?? 'no_triage_reason'
  return { state, reason: state === 'ignored' ? reason : null, comment }
}

/** Whether a file may give a finding triage, whatever its time says. */
export const mayTriage = (finding: ReportedFinding): boolean =>
  Boolean(finding.given?.sentBy) && askedTriage(finding) !== null

/**
 * The triage that a file gives a finding; null where it gives none. It counts only where its sender may triage and its
 * time can be. Source: docs/api.md#scans.
 */
function givenTriage(finding: ReportedFinding, times: TriageTimes): GivenTriage | RefusedTriage | null {
  const asked = askedTriage(finding)
  if (asked === null) return null
  const { sentBy = null, triagedAt = null } = finding.given ?? {}
  if (!sentBy) return { refused: leftOutReasons.triageWithoutScope }
  const at = triagedAt === null ? times.until : Date.parse(triagedAt)
  if (at > times.until + aheadAtMost) return { refused: leftOutReasons.triageInFuture }
  if (at < times.from) return { refused: leftOutReasons.triageBeforeProject }
  return { ...asked, at: Math.min(at, times.until), by: sentBy }
}

/** Findings of a file that one person gave the same state and reason. */
export interface TriagedInFile {
  by: TriageSender
  type: (typeof findingTypes)[number]
  state: TriageState
  reason: GivenTriage['reason']
  count: number
}

const typeNames = { code: 'sast', supplyChain: 'sca', secret: 'secrets' } as const

/** Decides what counts of the triage in a run, and keeps account of it. */
export class TriageInRun {
  readonly #times: TriageTimes
  readonly #leftOut = new LeftOutCounter()
  readonly #triaged = new Map<string, TriagedInFile>()

  constructor(times: TriageTimes) {
    this.#times = times
  }

  /** The triage of a finding that is new; null where it gets none, which is noted if the file asked for one. */
  ofNew(finding: ReportedFinding): GivenTriage | null {
    const given = givenTriage(finding, this.#times)
    if (given === null) return null
    if (!('refused' in given)) return given
    this.#leftOut.add(given.refused)
    return null
  }

  /** Notes triage that was given. */
  noteTriaged(finding: ReportedFinding, { by, state, reason }: GivenTriage): void {
    const type = typeNames[finding.kind]
    const key = JSON.stringify([by, type, state, reason])
    const before = this.#triaged.get(key) ?? { by, type, state, reason, count: 0 }
    this.#triaged.set(key, { ...before, count: before.count + 1 })
  }

  /** Notes triage for a finding that is here and keeps its own; not where it stands so already. */
  noteKnown(
    finding: ReportedFinding,
    row: { triage_state: number; triage_reason: number | null; triage_comment: string | null },
  ): void {
    const asked = askedTriage(finding)
    if (asked === null) return
    const sameState =
      asked.state === 'untriaged' ||
      (row.triage_state === code(triageStates, asked.state) &&
        row.triage_reason === (asked.reason === null ? null : code(triageReasons, asked.reason)))
    if (sameState && (asked.comment === null || asked.comment === row.triage_comment)) return
    this.noteSuperseded(finding)
  }

  /** Notes triage that something else stands in the place of. */
  noteSuperseded(finding: ReportedFinding): void {
    const given = givenTriage(finding, this.#times)
    if (given !== null) this.#leftOut.add('refused' in given ? given.refused : leftOutReasons.triageOfKnown)
  }

  get leftOut() {
    return this.#leftOut.list()
  }

  get triaged(): TriagedInFile[] {
    return [...this.#triaged.values()]
  }
}
