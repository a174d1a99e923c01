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

/** A request to ignore findings, which waits for an approval. */
interface IgnoreRequest {
  id: string | undefined
  ids: readonly number[]
}

/** Shows a triage before the service has responded, and its result afterwards. */
export async function showDecision({ client, deployment, targets, decision, person }: DecisionToShow) {
  const at = new Date()
  const ids = targets.map(({ id }) => id)
  await cancelOlderRequests(client, deployment, ids)
  const layers = targets.map((row) => ({ row, ...pending.add(row.id, row, decision, at, person) }))
  writeTriage(client, deployment, new Map(layers.map(({ row, shown }) => [row.id, shown])))
  const settle = (isAccepted: (id: number) => boolean) =>
    layers.flatMap(({ row, token }) => {
      const shown = pending.settle(row.id, token, isAccepted(row.id))
      return shown ? [[row.id, shown] as const] : []
    })
  return {
    rollBack: () => writeTriage(client, deployment, new Map(settle(() => false))),
    /**
     * Returns the previous triage, including that of findings that the service triaged with them.
     * @param request the findings for which the triage was only requested: they are as before, with the request.
     */
    confirm: (triagedIds: readonly number[], request?: IgnoreRequest): ReadonlyMap<number, Triage> => {
      // A list that was requested meanwhile may have been answered with the earlier state.
      const shownNow = cachedTriage(client, deployment, ids)
      const requestedIds = new Set(request?.ids)
      const settled = settle((id) => !requestedIds.has(id)).map(
        ([id, triage]) =>
          [id, requestedIds.has(id) ? { ...triage, ignore_request: request?.id } : triage] as const,
      )
      const overwritten = settled.filter(
        ([id, { status }]) => requestedIds.has(id) || shownNow.get(id)?.status !== status,
      )
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
