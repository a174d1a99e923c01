import { ignoreEnds, toCode, triageReasons, triageStates } from '#server/db/codes.ts'
import {
  type FindingReference,
  sharedValue,
  type TriageAuditDetail,
} from '#server/findings/history/triage-detail.ts'
import { people, securityTeam } from '../organisation/people.ts'
import { notes } from '../organisation/texts.ts'
import { Deck, type Random } from '../random.ts'
import { type Decision, decisionTime, type Instance, type Status } from './lifecycle.ts'
import type { DemoRow, Ids } from './rows.ts'
import type { FindingType } from './rule-writer.ts'

/** A recorded decision: its change, and whether it was about one finding or many. */
export interface RecordedDecision extends Decision {
  changeId: number
}

/** A finding that a recorded decision changed. */
export interface DecidedFinding extends FindingReference {
  flawId: number
  type: FindingType
  /** Its triage state before. */
  from: (typeof triageStates)[number]
}

/** People's decisions in one project. Some are made for several findings at once. */
export class Decisions {
  #random: Random
  #ids: Ids
  #reasons: Deck<(typeof triageReasons)[number]>
  #open: { decision: RecordedDecision; findings: DecidedFinding[] }[] = []
  #latest: RecordedDecision | null = null
  #joined = 0
  #deploymentId: number

  constructor(deploymentId: number, random: Random, ids: Ids) {
    this.#deploymentId = deploymentId
    this.#random = random
    this.#ids = ids
    this.#reasons = new Deck(random, [
      ['false_positive', 8],
      ['acceptable_risk', 6],
      ['no_time', 4],
      ['no_triage_reason', 4],
    ])
  }

  /**
   * Decides a finding with the given instances, at an instant between `notBefore` and `before`.
   * @param isRevocable whether it is a secret of which nothing says that it works.
   */
  decide(
    state: Exclude<Decision['state'], 'untriaged'>,
    instances: readonly Instance[],
    before: number,
    { notBefore = 0, isRevocable = false }: { notBefore?: number; isRevocable?: boolean } = {},
  ): RecordedDecision {
    const founds = instances.map(
      (instance) =>
        (instance.cameBack && state === 'reopened' ? instance.cameBack : instance.first).completedAt,
    )
    const after = Math.max(notBefore, state === 'ignored' ? Math.min(...founds) : Math.max(...founds))
    const joins =
      this.#latest?.state === state &&
      (this.#latest.reason !== 'revoked' || isRevocable) &&
      this.#latest.at > Math.max(after, ...founds) &&
      this.#latest.at < before &&
      this.#joined < 15 &&
      this.#random.chance(0.7)
    if (joins && this.#latest) {
      this.#joined += 1
      return this.#latest
    }
    const by = this.#random.chance(0.65) ? this.#random.pick(securityTeam) : this.#random.pick(people)
    const drawn = state === 'ignored' ? this.#reasons.draw() : null
    const reason = drawn === 'acceptable_risk' && isRevocable ? 'revoked' : drawn
    const decision = {
      at: decisionTime(after, before, this.#random),
      by,
      state,
      reason,
      note: this.#note(state, reason),
      changeId: this.#ids.next('triage_change'),
    }
    this.#open.push({ decision, findings: [] })
    this.#latest = decision
    this.#joined = 0
    return decision
  }

  /** Notes one more finding that the change decided. */
  note(changeId: number, finding: DecidedFinding): void {
    this.#open.find(({ decision }) => decision.changeId === changeId)?.findings.push(finding)
  }

  /** The changes, each with its line of the audit log. */
  *write(): Generator<DemoRow> {
    for (const { decision, findings } of this.#open) {
      const { changeId, at, by, state, reason, note } = decision
      const [first] = findings
      yield {
        table: 'triage_change',
        row: {
          id: changeId,
          deployment_id: this.#deploymentId,
          at,
          actor: by.name,
          to_state: toCode(triageStates, state),
          reason: reason === null ? null : toCode(triageReasons, reason),
          note,
          ignore_ends: endOf(reason),
          count: findings.length,
          undone_at: null,
        },
      }
      // A finding may be gone from all branches before the decision was due.
      if (!first) continue
      const { flawId: _, type, from: __, ...finding } = first
      const detail: TriageAuditDetail = {
        issue_type: type,
        count: findings.length,
        flaws: new Set(findings.map(({ flawId }) => flawId)).size,
        finding,
        from: sharedValue(findings.map(({ from }) => from)),
        to: state,
        reason,
        ...(reason === 'revoked' ? { ignore_ends: 'secret_active' } : {}),
        note,
      }
      yield {
        table: 'audit_event',
        row: {
          deployment_id: this.#deploymentId,
          at,
          actor: by.name,
          action: 'findings.triaged',
          target: String(changeId),
          detail_json: JSON.stringify(detail),
        },
      }
    }
  }

  #note(state: Decision['state'], reason: Decision['reason']): string | null {
    if (this.#random.chance(0.32)) return null
    const { falsePositive, acceptableRisk, noTime, inProgress, revoked } = notes.triage
    if (state !== 'ignored') return this.#random.pick(inProgress)
    if (reason === 'revoked') return this.#random.pick(revoked)
    if (reason === 'false_positive') return this.#random.pick(falsePositive)
    return this.#random.pick(reason === 'acceptable_risk' ? acceptableRisk : noTime)
  }
}

/** What ends an ignored finding: a revoked secret must not be found to work. */
export const endOf = (reason: Decision['reason']) =>
  reason === 'revoked' ? toCode(ignoreEnds, 'secret_active') : null

/** Which triage goes with a status: most fixed findings were never decided, some were on their way. */
export function triageFor(status: Status, muted: boolean, random: Random): Decision['state'] {
  if (status === 'ignored') return muted ? 'untriaged' : 'ignored'
  if (status === 'reviewing' || status === 'fixing') return status
  if (status === 'open') return random.chance(0.07) ? 'reopened' : 'untriaged'
  const chance = random.fraction()
  return chance < 0.16 ? 'fixing' : chance < 0.24 ? 'ignored' : chance < 0.28 ? 'reviewing' : 'untriaged'
}
