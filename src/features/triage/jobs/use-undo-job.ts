import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isActive, jobsOptions, undoJobOptions } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import { toast } from '#ui/toast/toast.ts'
import { triageLabels } from '../action-labels.ts'
import { undoSession } from '../undo-stack.ts'
import { watchJob } from './watched-jobs.ts'

/** Under which a job stands among the decisions that `u` undoes. */
export const jobChange = (jobId: string) => `job ${jobId}`

/** Undoing a job, which is a job itself. What became of it is told by a toast. */
export function useUndoJob(deployment: string) {
  const client = useQueryClient()
  return useMutation({
    ...undoJobOptions(deployment),
    onSuccess: (job, id) => {
      undoSession.remove(jobChange(id))
      watchJob(deployment, job.id)
      toast({
        tone: 'ok',
        title: triageLabels.undoStarted,
        detail: triageLabels.jobsShow,
        // In place of the notice that offered it.
        slot: jobChange(id),
      })
    },
    onError: (error, id) => {
      const { title, detail, kind } = explain(error)
      const job = client.getQueryData(jobsOptions(deployment).queryKey)?.find((one) => one.id === id)
      // What still runs can be undone later; what is gone or undone cannot.
      if ((kind === 'missing' || kind === 'conflict') && !(job && isActive(job)))
        undoSession.remove(jobChange(id))
      if (kind !== 'expired') toast({ tone: 'danger', title: triageLabels.notUndone(title), detail })
    },
  })
}
