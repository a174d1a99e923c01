import { type findingTypes, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import type { ReportedFinding, TriageSender } from '../../report/report.ts'
import { SkipCounter } from '../../report/run-builder.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { knownWord, normalizeWord, stateOf } from './reported-state.ts'
import type { TriageState } from './transitions.ts'

/** Between which instants a decision of a file can have been made. Milliseconds since 1970. */
export interface TriageTimes {
  /** Since when the project exists. */
  from: number
  /** The arrival of the file. */
  until: number
}

/** A decision that a file brings along, made by the person who sent it. */
export interface ReportedTriage {
  /** `untriaged` for a note alone. */
  state: TriageState
  reason: (typeof triageReasons)[number] | null
  comment: string | null
  /** Milliseconds since 1970. */
  at: number
  by: TriageSender
}

/** Why the triage of a finding does not count. */
interface RejectedTriage {
  refused: string
}

/** Clocks of other services run ahead a little. Milliseconds. */
const maxClockSkew = 5 * 60_000

/** The triage that a file asks for; null where it asks for none. */
function requestedTriage(
  finding: ReportedFinding,
): Pick<ReportedTriage, 'state' | 'reason' | 'comment'> | null {
  const { given: reported } = finding
  if (reported === null) return null
  // A status of a finding that its scanner suppressed, or that is gone, follows from that and not from a decision.
  const status = stateOf(finding) === 'unresolved' ? normalizeWord(reported.status) : null
  const state =
    knownWord(triageStates, normalizeWord(reported.triageState)) ??
    knownWord(triageStates, status) ??
    'untriaged'
  const comment = reported.triageComment
  if (state === 'untriaged' && comment === null) return null
  const reason = knownWord(triageReasons, normalizeWord(reported.triageReason)) ?? 'no_triage_reason'
  return { state, reason: state === 'ignored' ? reason : null, comment }
}

/** Whether a file may give a finding triage, whatever its time says. */
export const mayTriage = (finding: ReportedFinding): boolean =>
  Boolean(finding.given?.sentBy) && requestedTriage(finding) !== null

/**
 * The triage that a file gives a finding; null where it gives none. It counts only where its sender may triage and its
 * time can be. Source: docs/api.md#scans.
 */
function reportedTriageOf(
  finding: ReportedFinding,
  times: TriageTimes,
): ReportedTriage | RejectedTriage | null {
  const requested = requestedTriage(finding)
  if (requested === null) return null
  const { sentBy = null, triagedAt = null } = finding.given ?? {}
  if (!sentBy) return { refused: skipReasons.triageWithoutScope }
  const at = triagedAt === null ? times.until : Date.parse(triagedAt)
  if (at > times.until + maxClockSkew) return { refused: skipReasons.triageInFuture }
  if (at < times.from) return { refused: skipReasons.triageBeforeProject }
  return { ...requested, at: Math.min(at, times.until), by: sentBy }
}

/** Findings of a file that one person gave the same state and reason. */
export interface TriageGroup {
  by: TriageSender
  type: (typeof findingTypes)[number]
  state: TriageState
  reason: ReportedTriage['reason']
  count: number
}

const typeNames = { code: 'sast', supplyChain: 'sca', secret: 'secrets' } as const

/** Decides what counts of the triage in a run, and keeps account of it. */
export class RunTriage {
  readonly #times: TriageTimes
  readonly #leftOut = new SkipCounter()
  readonly #triaged = new Map<string, TriageGroup>()

  constructor(times: TriageTimes) {
    this.#times = times
  }

  /** The triage of a finding that is new; null where it gets none, which is noted if the file asked for one. */
  ofNew(finding: ReportedFinding): ReportedTriage | null {
    const reported = reportedTriageOf(finding, this.#times)
    if (reported === null) return null
    if (!('refused' in reported)) return reported
    this.#leftOut.add(reported.refused)
    return null
  }

  /** Notes triage that was given. */
  noteTriaged(finding: ReportedFinding, { by, state, reason }: ReportedTriage): void {
    const type = typeNames[finding.kind]
    const key = JSON.stringify([by, type, state, reason])
    const group = this.#triaged.get(key) ?? { by, type, state, reason, count: 0 }
    this.#triaged.set(key, { ...group, count: group.count + 1 })
  }

  /** Notes triage for a finding that is here and keeps its own; not where it stands so already. */
  noteKnown(
    finding: ReportedFinding,
    row: { triage_state: number; triage_reason: number | null; triage_comment: string | null },
  ): void {
    const requested = requestedTriage(finding)
    if (requested === null) return
    const sameState =
      requested.state === 'untriaged' ||
      (row.triage_state === toCode(triageStates, requested.state) &&
        row.triage_reason === (requested.reason === null ? null : toCode(triageReasons, requested.reason)))
    if (sameState && (requested.comment === null || requested.comment === row.triage_comment)) return
    this.noteSuperseded(finding)
  }

  /** Notes triage that something else stands in the place of. */
  noteSuperseded(finding: ReportedFinding): void {
    const reported = reportedTriageOf(finding, this.#times)
    if (reported !== null)
      this.#leftOut.add('refused' in reported ? reported.refused : skipReasons.triageOfKnown)
  }

  get leftOut() {
    return this.#leftOut.list()
  }

  get triaged(): TriageGroup[] {
    return [...this.#triaged.values()]
  }
}
