import type { Approval } from '#contract/responses/approvals.ts'
import { labels } from './labels.ts'

export type Choice = 'approve' | 'decline'

/** The title of a request: its first finding, and how many others there are. */
export function titleOf({ finding, count }: Approval): string {
  if (!finding) return labels.deleted
  const title = [finding.package, finding.title?.trim() || finding.rule].filter(Boolean).join(': ')
  return count > 1 ? `${title} ${labels.more(count - 1)}` : title
}

/** The project and the place of the first finding. */
export function placeOf({ finding }: Approval): string {
  if (!finding) return ''
  const place = finding.path && (finding.line === null ? finding.path : `${finding.path}:${finding.line}`)
  return [finding.project, place].filter(Boolean).join(' · ')
}
