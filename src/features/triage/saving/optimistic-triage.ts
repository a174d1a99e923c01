import type { QueryClient } from '@tanstack/react-query'
import { cachedTriage, cancelOlderRequests, writeTriage } from './cached-findings.ts'
import { type Decision, type TriageFields, withDecision } from './decision.ts'
import { type Triage, triageOf } from './pending-decisions.ts'
import { pending } from './session.ts'

/** A finding to triage: enough of its row to show the triage at once. */
export type Target = TriageFields & { id: number }

interface DecisionToShow {
  client: QueryClient
  deployment: string
  targets: readonly Target[]
  decision: Decision
  /** The name of the person who triages, if it is known. */
  person: string | undefined
}

/** Shows a triage before the service has responded, and its result afterwards. */
export async function showDecision({ client, deployment, targets, decision, person }: DecisionToShow) {
  const at = new Date()
  const ids = targets.map(({ id }) => id)
  await cancelOlderRequests(client, deployment, ids)
  const layers = targets.map((row) => ({ row, ...pending.add(row.id, row, decision, at, person) }))
  writeTriage(client, deployment, new Map(layers.map(({ row, shown }) => [row.id, shown])))
  const settle = (accepted: boolean) =>
    layers.flatMap(({ row, token }) => {
      const shown = pending.settle(row.id, token, accepted)
      return shown ? [[row.id, shown] as const] : []
    })
  return {
    rollBack: () => writeTriage(client, deployment, new Map(settle(false))),
    /** Returns the previous triage, including that of findings that the service triaged with them. */
    confirm: (triagedIds: readonly number[]): ReadonlyMap<number, Triage> => {
      // A list that was requested meanwhile may have been answered with the earlier state.
      const shownNow = cachedTriage(client, deployment, ids)
      const overwritten = settle(true).filter(([id, { status }]) => shownNow.get(id)?.status !== status)
      writeTriage(client, deployment, new Map(overwritten))
      const own = new Set(ids)
      const others = triagedIds.filter((id) => !own.has(id))
      const othersBefore = cachedTriage(client, deployment, others)
      writeTriage(
        client,
        deployment,
        new Map([...othersBefore].map(([id, triage]) => [id, withDecision(triage, decision, at, person)])),
      )
      return new Map([...othersBefore, ...targets.map((row) => [row.id, triageOf(row)] as const)])
    },
  }
}
