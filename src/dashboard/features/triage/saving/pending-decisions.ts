import { type Decision, type TriageFields, withDecision } from './decision.ts'

/** The fields of a finding that a triage changes. */
export type Triage = Required<
  Pick<TriageFields, 'status' | 'triage_state' | 'triage_reason' | 'triage_comment'>
> &
  Pick<
    TriageFields,
    'state' | 'triaged_at' | 'triaged_by' | 'ignored_until' | 'ignore_ends' | 'owner' | 'ignore_request'
  >

export function triageOf(row: TriageFields): Triage {
  const { state, status, triage_state, triage_reason, triage_comment, triaged_at, triaged_by } = row
  const { ignored_until, ignore_ends, owner, ignore_request } = row
  const triage = { state, status, triage_state, triage_reason, triage_comment, triaged_at, triaged_by }
  return { ...triage, ignored_until, ignore_ends, owner, ignore_request }
}

interface PendingDecision {
  token: symbol
  decision: Decision
  at: Date
  by: string | undefined
}

interface PendingFinding {
  /** The service's state. */
  base: Triage
  /** The pending triages, in order. */
  decisions: PendingDecision[]
}

/**
 * Creates a store of triages that are shown but not confirmed yet, by finding. If one is rejected, the others are
 * reapplied to the service's state, so that only the rejected one is reverted.
 */
export function createPendingDecisions() {
  const findings = new Map<number, PendingFinding>()
  const shown = ({ base, decisions }: PendingFinding) =>
    decisions.reduce((row, { decision, at, by }) => withDecision(row, decision, at, by), base)

  return {
    /** Adds a triage. Returns the state to show, and the token to settle it with. */
    add(
      id: number,
      row: TriageFields,
      decision: Decision,
      at: Date,
      by?: string,
    ): { token: symbol; shown: Triage } {
      const layers = findings.get(id) ?? { base: triageOf(row), decisions: [] }
      const token = Symbol(id)
      layers.decisions.push({ token, decision, at, by })
      findings.set(id, layers)
      return { token, shown: shown(layers) }
    },
    /** Removes a triage and, if it was accepted, applies it to the service's state. Returns the state to show. */
    settle(id: number, token: symbol, accepted: boolean): Triage | undefined {
      const layers = findings.get(id)
      const layer = layers?.decisions.find((one) => one.token === token)
      if (!layers || !layer) return undefined
      layers.decisions = layers.decisions.filter((one) => one !== layer)
      if (accepted) layers.base = withDecision(layers.base, layer.decision, layer.at, layer.by)
      if (layers.decisions.length === 0) findings.delete(id)
      return shown(layers)
    },
    /** Whether the displayed state of a finding is not confirmed yet. */
    has: (id: number) => findings.has(id),
  }
}
