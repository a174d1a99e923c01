import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { findingOptions } from '#api/findings/findings.ts'
import { undoTriageOptions } from '#api/findings/triage.ts'
import { explain } from '#api/http/errors.ts'
import { announce } from '#ui/live-region.tsx'
import { triageLabels } from '../action-labels.ts'
import { useUndoJob } from '../jobs/use-undo-job.ts'
import { undoSession } from '../undo-stack.ts'
import { cachedTriage, writeTriage } from './cached-findings.ts'
import { triageOf } from './pending-decisions.ts'
import { notify, requests, triageBefore, unanswered } from './session.ts'

/**
 * Undoes a triage by its `change_id`, by default the newest of this session that can be undone: a pending one is
 * awaited, and if it is rejected there is nothing to undo.
 * @param onTaken called with the affected findings, as far as they are known, before the request is sent.
 */
export type UndoDecision = (changeId?: string, onTaken?: (ids: readonly number[]) => void) => Promise<void>

interface UndoneFindings {
  client: QueryClient
  deployment: string
  ids: readonly number[]
  changeId: string
  skipped: ReadonlySet<number>
}

/** List rows are not refetched when their query becomes stale, so the restored state is written into them. */
async function showUndone({ client, deployment, ids, changeId, skipped }: UndoneFindings): Promise<void> {
  const undone = ids.filter((id) => !skipped.has(id))
  const before = triageBefore.get(changeId)
  if (before) writeTriage(client, deployment, new Map([...before].filter(([id]) => !skipped.has(id))))
  const unknown = [...cachedTriage(client, deployment, undone).keys()].filter((id) => !before?.has(id))
  const fetched = await Promise.allSettled(
    unknown.slice(0, 50).map((id) => client.fetchQuery({ ...findingOptions(deployment, id), staleTime: 0 })),
  )
  const restored = fetched.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  writeTriage(client, deployment, new Map(restored.map((row) => [row.id, triageOf(row)])))
}

/** Notifies about an undo. */
function notifyUndone(what: string | undefined, { undone, skipped }: { undone: number; skipped: number }) {
  const title = what === undefined ? triageLabels.undone : triageLabels.undoneChange(what)
  notify({
    title: undone > 0 ? title : triageLabels.nothingUndone,
    detail: skipped > 0 ? triageLabels.triagedSince(skipped) : undefined,
    tone: 'ok',
  })
  announce(undone > 0 ? triageLabels.restored(title, undone) : triageLabels.nothingUndone)
}

function notifyNotUndone(error: unknown, changeId: string): void {
  const { kind, title, detail } = explain(error)
  if (kind === 'missing' || kind === 'conflict') undoSession.remove(changeId)
  if (kind !== 'expired') notify({ title: triageLabels.notUndone(title), detail, tone: 'danger' })
}

/** Undoes triages of one deployment. */
export function useUndoDecision(deployment: string): UndoDecision {
  const client = useQueryClient()
  const { mutateAsync: send } = useMutation(undoTriageOptions(deployment))
  const undoJob = useUndoJob(deployment)

  const undoAfter = async (
    earlier: Promise<boolean> | boolean,
    ...[requested, onTaken]: Parameters<UndoDecision>
  ) => {
    if (!(await earlier)) return
    const top = undoSession.newest(deployment)
    const changeId = requested ?? top?.changeId
    if (!changeId) {
      notify({ title: triageLabels.nothingToUndo, detail: triageLabels.undoLimit })
      return
    }
    const known = top?.changeId === changeId ? top : undefined
    onTaken?.(known?.ids ?? [])
    if (known?.jobId) {
      // A toast shows whether it started; the jobs show the progress.
      await undoJob.mutateAsync(known.jobId).catch(() => undefined)
      return
    }
    try {
      const answer = await send(changeId)
      undoSession.remove(changeId)
      const skipped = new Set(answer.skipped.map(({ id }) => id))
      const ids = known?.ids ?? [...(triageBefore.get(changeId)?.keys() ?? [])]
      await showUndone({ client, deployment, ids, changeId, skipped })
      triageBefore.delete(changeId)
      notifyUndone(known?.what, { undone: answer.num_undone, skipped: answer.skipped.length })
    } catch (error) {
      notifyNotUndone(error, changeId)
    }
  }

  return async (requested, onTaken) => {
    // An undo before the response refers to the displayed triage, not to the one before it.
    if (requested === undefined) unanswered.at(-1)?.abort()
    const earlier = requested === undefined ? requests.settled() : true
    return requests.add(undoAfter(earlier, requested, onTaken))
  }
}
