import { endsOfReasons, ignoreEndsOf } from '#contract/ignore-ends.ts'
import {
  type findingTypes,
  fromCode,
  ignoreEnds,
  severities,
  states,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { isExplained, leastSeverity } from '#server/findings/approval-rules.ts'
import { typeOf } from '#server/reports/findings/finding-content.ts'
import { isDismissalNote } from '#server/reports/report/dismissals.ts'
import type { ReportedFinding, TriageSender } from '#server/reports/report/report.ts'
import { SkipCounter } from '#server/reports/report/run-builder.ts'
import { skipReasons } from '#server/reports/report/skip-reasons.ts'
import { knownWord, normalizeWord, stateOf } from './reported-state.ts'
import type { TriageState } from './transitions.ts'

/** The period in which a decision of a file can have been made. Milliseconds since 1970. */
export interface TriageTimes {
  /** The creation of the project. */
  from: number
  /** The upload of the file. */
  until: number
}

/** A decision in a file, attributed to the person who uploaded it. */
export interface ReportedTriage {
  /** `untriaged` if there is only a note. */
  state: TriageState
  reason: (typeof triageReasons)[number] | null
  /** Until when the finding is ignored, milliseconds since 1970; null without an end. */
  until: number | null
  ends: (typeof ignoreEnds)[number] | null
  comment: string | null
  /** Milliseconds since 1970. */
  at: number
  by: TriageSender
  /** Whether ignoring the finding is requested instead, since it needs approval. */
  isRequest: boolean
}

/** Why the triage of a finding is ignored. */
interface RejectedTriage {
  refused: string
}

/** Tolerance for clocks of other services that are slightly fast, in milliseconds. */
const maxClockSkew = 5 * 60_000

/** The triage in a file; null if there is none. */
function requestedTriage(finding: ReportedFinding): Omit<ReportedTriage, 'at' | 'by' | 'isRequest'> | null {
  const { given: reported } = finding
  if (reported === null) return null
  // The status of a finding that its scanner suppressed, or that is gone, follows from that and not from a decision.
  const status = stateOf(finding) === 'unresolved' ? normalizeWord(reported.status) : null
  const state =
    knownWord(triageStates, normalizeWord(reported.triageState)) ??
    knownWord(triageStates, status) ??
    'untriaged'
  const comment = reported.triageComment
  if (state === 'untriaged' && comment === null) return null
  const type = typeOf[finding.kind]
  const given = knownWord(triageReasons, normalizeWord(reported.triageReason)) ?? 'no_triage_reason'
  const reason = given === 'revoked' && type !== 'secrets' ? 'no_triage_reason' : given
  const isIgnored = state === 'ignored'
  const until = isIgnored && reported.ignoredUntil ? Date.parse(reported.ignoredUntil) : null
  const named = isIgnored
    ? (endsOfReasons[reason] ?? knownWord(ignoreEnds, normalizeWord(reported.ignoreEnds)))
    : null
  const ends = named && ignoreEndsOf[type].includes(named) ? named : null
  return { state, reason: isIgnored ? reason : null, until, ends, comment }
}

/** Whether a file may set the triage of a finding, regardless of the time. */
export const mayTriage = (finding: ReportedFinding): boolean =>
  Boolean(finding.given?.sentBy) && requestedTriage(finding) !== null

/**
 * The triage that a file sets for a finding; null if none. It is used only if its sender may triage and its time is
 * possible. Source: docs/api.md#scans.
 */
function reportedTriageOf(
  finding: ReportedFinding,
  times: TriageTimes,
  isApprovalRequired: boolean,
): ReportedTriage | RejectedTriage | null {
  const requested = requestedTriage(finding)
  if (requested === null) return null
  const { sentBy = null, triagedAt = null, triagedBy = null } = finding.given ?? {}
  if (!sentBy) return { refused: skipReasons.triageWithoutScope }
  const at = triagedAt === null ? times.until : Date.parse(triagedAt)
  if (at > times.until + maxClockSkew) return { refused: skipReasons.triageInFuture }
  // Who decided in another service did not need the project here.
  if (at < times.from && !triagedBy) return { refused: skipReasons.triageBeforeProject }
  const isRequest =
    isApprovalRequired &&
    requested.state === 'ignored' &&
    toCode(severities, finding.severity) >= leastSeverity
  if (isRequest && !isExplained({ reason: requested.reason, note: requested.comment ?? undefined }))
    return { refused: skipReasons.triageUnapproved }
  // A request is made now, whenever somebody decided elsewhere.
  return { ...requested, at: isRequest ? times.until : Math.min(at, times.until), by: sentBy, isRequest }
}

const untriaged = toCode(triageStates, 'untriaged')
const reopened = toCode(triageStates, 'reopened')
const ignored = toCode(triageStates, 'ignored')
const muted = toCode(states, 'muted')

/** The columns of a known finding that decide what a dismissed alert changes. */
type TriagedRow = { state: number; uncertain: number; triage_state: number; triage_comment: string | null }

const isMuted = ({ state }: TriagedRow) => state === muted

/** Whether a known finding is ignored only as its alert was dismissed, which is open now. */
export const isOpenAgain = (finding: ReportedFinding, row: TriagedRow): boolean =>
  !finding.suppressed && isMuted(row) && row.triage_state === ignored && isDismissalNote(row.triage_comment)

/** Findings of a file that one person gave the same state and reason. */
export interface TriageGroup {
  by: TriageSender
  type: (typeof findingTypes)[number]
  state: TriageState
  reason: ReportedTriage['reason']
  count: number
}

const typeNames = { code: 'sast', supplyChain: 'sca', secret: 'secrets' } as const

/** Determines which triage of a run is applied, and records it for the report. */
export class RunTriage {
  readonly #times: TriageTimes
  /** Whether ignoring critical and high findings needs approval. */
  readonly isApprovalRequired: boolean
  readonly #leftOut = new SkipCounter()
  readonly #triaged = new Map<string, TriageGroup>()

  constructor(times: TriageTimes, isApprovalRequired: boolean) {
    this.#times = times
    this.isApprovalRequired = isApprovalRequired
  }

  /** The triage of a new finding; null if there is none, which is recorded if the file contained one. */
  ofNew(finding: ReportedFinding): ReportedTriage | null {
    const reported = reportedTriageOf(finding, this.#times, this.isApprovalRequired)
    if (reported === null) return null
    if (!('refused' in reported)) return reported
    this.#leftOut.add(reported.refused)
    return null
  }

  /**
   * The decision about a known finding that its alert was dismissed; null unless nobody decided about it here. The alert
   * may have been open again since an earlier one.
   */
  dismissalOf(finding: ReportedFinding, row: TriagedRow): ReportedTriage | null {
    if (!finding.given?.triagedBy || row.uncertain === 1) return null
    const isUndecided = row.triage_state === untriaged && row.triage_comment === null
    const isAgain = row.triage_state === reopened && !isMuted(row) && isDismissalNote(row.triage_comment)
    if (!isUndecided && !isAgain) return null
    const reported = reportedTriageOf(finding, this.#times, this.isApprovalRequired)
    return reported === null || 'refused' in reported || reported.isRequest ? null : reported
  }

  /** Records applied triage. */
  noteTriaged(finding: ReportedFinding, { by, state, reason }: ReportedTriage): void {
    const type = typeNames[finding.kind]
    const key = JSON.stringify([by, type, state, reason])
    const group = this.#triaged.get(key) ?? { by, type, state, reason, count: 0 }
    this.#triaged.set(key, { ...group, count: group.count + 1 })
  }

  /** Records ignored triage of a finding that keeps its own, unless both are equal. */
  noteKnown(
    finding: ReportedFinding,
    row: {
      triage_state: number
      triage_reason: number | null
      ignored_until: number | null
      ignore_ends: number | null
      triage_comment: string | null
    },
  ): void {
    const requested = requestedTriage(finding)
    if (requested === null) return
    const sameState =
      requested.state === 'untriaged' ||
      (row.triage_state === toCode(triageStates, requested.state) &&
        row.triage_reason === (requested.reason === null ? null : toCode(triageReasons, requested.reason)) &&
        row.ignored_until === requested.until &&
        fromCode(ignoreEnds, row.ignore_ends) === requested.ends)
    if (sameState && (requested.comment === null || requested.comment === row.triage_comment)) return
    this.noteSuperseded(finding)
  }

  /** Records triage that another decision takes precedence over. */
  noteSuperseded(finding: ReportedFinding): void {
    const reported = reportedTriageOf(finding, this.#times, this.isApprovalRequired)
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
