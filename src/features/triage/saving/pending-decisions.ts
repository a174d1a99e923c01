import { type Decision, type TriageFields, withDecision } from './decision.ts'

/** The fields of a finding that a decision changes, taken out of it. */
export type Triage = Required<
  Pick<TriageFields, 'status' | 'triage_state' | 'triage_reason' | 'triage_comment'>
> &
  Pick<TriageFields, 'state' | 'triaged_at' | 'triaged_by'>

export function triageOf(row: TriageFields): Triage {
  const { state, status, triage_state, triage_reason, triage_comment, triaged_at, triaged_by } = row
  return { state, status, triage_state, triage_reason, triage_comment, triaged_at, triaged_by }
}

interface PendingDecision {
  token: symbol
  decision: Decision
  at: Date
  by: string | undefined
}

interface PendingFinding {
  /** As the service knows it. */
  base: Triage
  /** What was decided and is not answered yet, in order. */
  decisions: PendingDecision[]
}

/**
 * Decisions that are shown but not answered yet, by finding. When one is refused the others still stand, on what the
 * service knows; so a refusal undoes exactly what was refused.
 */
export function createPendingDecisions() {
  const findings = new Map<number, PendingFinding>()
  const shown = ({ base, decisions }: PendingFinding) =>
    decisions.reduce((row, { decision, at, by }) => withDecision(row, decision, at, by), base)

  return {
    /** Puts a decision on top. Gives what to show, and the token to settle it with. */
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
    /** Takes a decision off the pile, into what the service knows if it was accepted. Gives what to show now. */
    settle(id: number, token: symbol, accepted: boolean): Triage | undefined {
      const layers = findings.get(id)
      const layer = layers?.decisions.find((one) => one.token === token)
      if (!layers || !layer) return undefined
      layers.decisions = layers.decisions.filter((one) => one !== layer)
      if (accepted) layers.base = withDecision(layers.base, layer.decision, layer.at, layer.by)
      if (layers.decisions.length === 0) findings.delete(id)
      return shown(layers)
    },
    /** Whether what is shown of a finding is not answered yet. */
    has: (id: number) => findings.has(id),
  }
}
