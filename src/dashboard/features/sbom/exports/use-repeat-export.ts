import { useMutation } from '@tanstack/react-query'
import { repeatSbomOptions, retrySbomOptions } from '#api/dependencies/sbom.ts'
import { explain } from '#api/http/errors.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { addStarted } from './started-exports.ts'

/** Retries a failed export, or repeats an export from the scan that it describes. */
export function useRepeatExport(deployment: string, { taskToken, repositoryId }: SbomExport) {
  const callbacks = (words: (why: string) => string) => ({
    onSuccess: (answer: { taskToken: string }) =>
      addStarted(deployment, answer.taskToken, repositoryId ?? undefined),
    onError: (error: Error) => {
      const { title, detail, kind } = explain(error)
      if (kind !== 'expired') toast({ tone: 'danger', title: words(title), detail })
    },
  })
  const retry = useMutation({ ...retrySbomOptions(deployment), ...callbacks(labels.retryFailed) })
  const repeat = useMutation({ ...repeatSbomOptions(deployment), ...callbacks(labels.createAgainFailed) })
  return {
    busy: retry.isPending || repeat.isPending,
    retry: () => retry.mutate(taskToken),
    repeat: () => repeat.mutate(taskToken),
  }
}
