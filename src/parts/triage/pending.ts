import { type Decision, decided, type Triaged } from './decide.ts'

/** The fields of a finding that a decision changes, taken out of it. */
export type Triage = Required<Pick<Triaged, 'status' | 'triage_state' | 'triage_reason' | 'triage_comment'>> &
  Pick<Triaged, 'state' | 'triaged_at'>

export function triageOf(row: Triaged): Triage {
  const { state, status, triage_state, triage_reason, triage_comment, triaged_at } = row
  return { state, status, triage_state, triage_reason, triage_comment, triaged_at }
}

interface Layer {
  token: symbol
  decision: Decision
  at: Date
}

interface Layers {
  /** As the service knows it. */
  base: Triage
  /** What was decided and is not answered yet, in order. */
  decisions: Layer[]
}

/**
 * Decisions that are shown but not answered yet, by finding. When one is refused the others still stand, on what the
 * service knows; so a refusal takes back exactly what was refused.
 */
export function createPending() {
  const findings = new Map<number, Layers>()
  const shown = ({ base, decisions }: Layers) =>
    decisions.reduce((row, { decision, at }) => decided(row, decision, at), base)

  return {
    /** Puts a decision on top. Gives what to show, and the token to settle it with. */
    add(id: number, row: Triaged, decision: Decision, at: Date): { token: symbol; shown: Triage } {
      const layers = findings.get(id) ?? { base: triageOf(row), decisions: [] }
      const token = Symbol(id)
      layers.decisions.push({ token, decision, at })
      findings.set(id, layers)
      return { token, shown: shown(layers) }
    },
    /** Takes a decision off the pile, into what the service knows if it was accepted. Gives what to show now. */
    settle(id: number, token: symbol, accepted: boolean): Triage | undefined {
      const layers = findings.get(id)
      const layer = layers?.decisions.find((one) => one.token === token)
      if (!layers || !layer) return undefined
      layers.decisions = layers.decisions.filter((one) => one !== layer)
      if (accepted) layers.base = decided(layers.base, layer.decision, layer.at)
      if (layers.decisions.length === 0) findings.delete(id)
      return shown(layers)
    },
    /** Whether what is shown of a finding is not answered yet. */
    has: (id: number) => findings.has(id),
  }
}
