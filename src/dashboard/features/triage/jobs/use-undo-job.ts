import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isActive, jobsOptions, undoJobOptions } from '#api/findings/jobs.ts'
import { explain } from '#api/http/errors.ts'
import { toast } from '#ui/toast/toast.ts'
import { triageLabels } from '../action-labels.ts'
import { undoSession } from '../undo-stack.ts'
import { watchJob } from './watched-jobs.ts'

/** Returns the id of a job among the changes that `u` undoes. */
export const jobChange = (jobId: string) => `job ${jobId}`

/** Undoes a job, which runs as a job itself. A toast shows the result. */
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
        // Replaces the toast that offered it.
        slot: jobChange(id),
      })
    },
    onError: (error, id) => {
      const { title, detail, kind } = explain(error)
      const job = client.getQueryData(jobsOptions(deployment).queryKey)?.find((one) => one.id === id)
      // A job that is still running can be undone later; a missing or undone one cannot.
      if ((kind === 'missing' || kind === 'conflict') && !(job && isActive(job)))
        undoSession.remove(jobChange(id))
      if (kind !== 'expired') toast({ tone: 'danger', title: triageLabels.notUndone(title), detail })
    },
  })
}
