import { createContext, useContext } from 'react'
import type { InboxItem } from '#contract/responses/inbox.ts'
import type { Choice } from '#features/approvals/approval-text.ts'
import { labels as approvalLabels } from '#features/approvals/labels.ts'
import { Link } from '#features/link.tsx'
import { Button } from '#ui/button.tsx'
import { isForSeeing, itemPath } from './items.ts'
import { labels } from './labels.ts'
import type { InboxRow } from './use-inbox.ts'

/** What the buttons of rows do. */
interface RowActions {
  /** The items that were done here. */
  done: ReadonlySet<string>
  onDecide: (item: InboxItem, choice: Choice) => void
  onSeen: (item: InboxItem) => void
}

const nothing = () => undefined

export const RowActionsContext = createContext<RowActions>({
  done: new Set(),
  onDecide: nothing,
  onSeen: nothing,
})

/** The buttons of a request, an answer, a mention or a scan. */
export function ItemActions({ row: { item, deployment } }: { row: InboxRow }) {
  const { done, onDecide, onSeen } = useContext(RowActionsContext)
  if (done.has(String(item.key))) return null
  if (item.scan) {
    return (
      <Link
        to={itemPath(deployment, item) ?? ''}
        tabIndex={-1}
        className="text-accent underline-offset-2 hover:underline"
      >
        {labels.review}
      </Link>
    )
  }
  if (isForSeeing(item)) {
    return (
      <Button size="small" tabIndex={-1} hint={labels.markSeenHint} onClick={() => onSeen(item)}>
        {labels.markSeen}
      </Button>
    )
  }
  if (!item.approval) return null
  return (
    <span className="flex justify-end gap-1.5">
      <Button
        size="small"
        tabIndex={-1}
        hint={approvalLabels.declineHint}
        onClick={() => onDecide(item, 'decline')}
      >
        {approvalLabels.decline}
      </Button>
      <Button
        size="small"
        variant="primary"
        tabIndex={-1}
        hint={approvalLabels.approveHint}
        onClick={() => onDecide(item, 'approve')}
      >
        {approvalLabels.approve}
      </Button>
    </span>
  )
}
