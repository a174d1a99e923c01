import { useQuery } from '@tanstack/react-query'
import { mayIn, meOptions } from '#api/me.ts'
import { toast } from '#ui/toast/toast.ts'
import { triageLabels } from './labels.ts'

export type TriagePermission = ReturnType<typeof useTriagePermission>

/** Whether this person may triage in a deployment; `check` also notifies them if they may not. */
export function useTriagePermission(deployment: string) {
  const { data: me, fetchStatus } = useQuery(meOptions())
  const isAllowed = mayIn(me, deployment, 'findings:triage')
  return {
    check: () => {
      if (isAllowed) return true
      const detail = me ? triageLabels.forbiddenDetail : triageLabels.loading
      toast({ title: triageLabels.forbidden, detail })
      return false
    },
    /** The permission is known, or cannot be determined now. */
    ready: me !== undefined || fetchStatus !== 'fetching',
    disabledReason: me && !isAllowed ? triageLabels.noPermission : undefined,
  }
}
