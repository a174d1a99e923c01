import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { settingsOptions } from '#api/settings.ts'

/** Whether ignoring findings becomes a request: for sure, or for those of them that are critical or high. */
export type ApprovalNeed = 'no' | 'some' | 'all'

/**
 * Returns whether ignoring findings needs another person's approval in this deployment.
 * @param severities of the findings; undefined if they are not known.
 */
export function useApproval(severities: readonly (string | null | undefined)[] | undefined): ApprovalNeed {
  const { deployment = '' } = useParams()
  const { data } = useQuery({ ...settingsOptions(deployment), enabled: deployment !== '' })
  if (data?.requireApproval !== true) return 'no'
  if (severities === undefined) return 'some'
  const severe = severities.filter((severity) => severity === 'critical' || severity === 'high')
  if (severe.length === 0) return 'no'
  return severe.length === severities.length ? 'all' : 'some'
}
