import type { InboxItem } from '#contract/responses/inbox.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { firstTitle, othersOf, placeOf } from '#features/approvals/approval-text.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { labels } from './labels.ts'

/** Whether an item is done once it was seen. */
export const isForSeeing = ({ mention, reasons }: InboxItem) => mention !== null || reasons.includes('answer')

export const idOf = ({ item }: { item: InboxItem }) => String(item.key)

/** What an item is about, in words. */
export function itemTitle({ finding, approval, scan }: InboxItem): string {
  if (approval) return firstTitle(approval)
  if (scan) return labels.heldScan(scan.project)
  if (!finding) return ''
  return [finding.package, finding.title?.trim() || finding.rule].filter(Boolean).join(': ')
}

/** How many other findings a request has, in words; empty for none. */
export const itemOthers = ({ approval }: InboxItem): string => (approval ? othersOf(approval) : '')

/** Where it is, and for a request or a scan what there is to decide. */
export function itemPlace({ finding, approval, mention, scan }: InboxItem): string {
  if (approval) {
    const { decided_by: by, decision_note: note, state } = approval
    const word = state === 'approved' ? labels.approved : labels.declined
    const what = by
      ? labels.answered(by, word, note ?? '')
      : `${labels.request(approval.requested_by)}: ${approval.note}`
    return [what, placeOf(approval)].filter(Boolean).join(' · ')
  }
  if (scan) return `${refLabel(scan.ref)} · ${labels.wouldFix(scan.hold.would_fix, scan.hold.open)}`
  if (!finding) return ''
  if (mention) {
    return [labels.mentioned(mention.author, mention.text), finding.project, finding.path]
      .filter(Boolean)
      .join(' · ')
  }
  const place = finding.path && (finding.line === null ? finding.path : `${finding.path}:${finding.line}`)
  return [finding.project, refLabel(finding.ref), place].filter(Boolean).join(' · ')
}

/** The page on which an item is decided or read; null if its finding was deleted. */
export function itemPath(deployment: string, { finding, approval, scan }: InboxItem): string | null {
  if (scan) return settingsPaths.scan(deployment, scan.id)
  const about = finding ?? approval?.finding
  if (!about) return null
  const type: FindingType = finding?.issue_type ?? approval?.issue_type ?? 'sast'
  return paths.finding(deployment, type, about.id)
}

const backlog: readonly string[] = ['open', 'reviewing', 'fixing']

/**
 * Whether an item still waits for a person, by what it was when the list was read: triage here is shown in the rows, which
 * stay where they are.
 */
export function stillWaits(
  before: InboxItem,
  { finding, mention }: InboxItem,
  person: string | undefined,
): boolean {
  // A comment waits until it was seen, whatever happens to its finding.
  if (!finding || !before.finding || mention) return true
  if (finding.ignore_request && !before.finding.ignore_request) return false
  if (before.reasons.includes('expiring'))
    return finding.status === 'ignored' && finding.ignored_until === before.finding.ignored_until
  const isOwnerKept = finding.owner === before.finding.owner || finding.owner === `person:${person}`
  return backlog.includes(finding.status) && isOwnerKept
}
