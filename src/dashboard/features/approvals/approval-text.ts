import type { Approval } from '#contract/responses/approvals.ts'
import { labels } from './labels.ts'

export type Choice = 'approve' | 'decline'

/** The title of the first finding of a request. */
export const firstTitle = ({ finding }: Approval): string =>
  finding
    ? [finding.package, finding.title?.trim() || finding.rule].filter(Boolean).join(': ')
    : labels.deleted

/** How many other findings a request has, in words; empty for none. */
export const othersOf = ({ finding, count }: Approval): string =>
  finding && count > 1 ? labels.more(count - 1) : ''

/** The title of a request: its first finding, and how many others there are. */
export const titleOf = (approval: Approval): string =>
  [firstTitle(approval), othersOf(approval)].filter(Boolean).join(' ')

/** The project and the place of the first finding. */
export function placeOf({ finding }: Approval): string {
  if (!finding) return ''
  const place = finding.path && (finding.line === null ? finding.path : `${finding.path}:${finding.line}`)
  return [finding.project, place].filter(Boolean).join(' · ')
}
