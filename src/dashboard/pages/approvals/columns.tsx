import type { Approval } from '#contract/responses/approvals.ts'
import { type Choice, firstTitle, othersOf, placeOf, titleOf } from '#features/approvals/approval-text.ts'
import { labels, stateLabels } from '#features/approvals/labels.ts'
import { RequestTitle } from '#features/approvals/request-title.tsx'
import { Link } from '#features/link.tsx'
import { Severity } from '#features/severity.tsx'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { paths } from '#lib/urls/paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'

/** A request as a row, with what its cells need. */
export interface ApprovalRow {
  approval: Approval
  deployment: string
  now: Date
  /** Why the person cannot decide it; undefined if they can. */
  obstacle: string | undefined
  onDecide: (id: string, choice: Choice) => void
}

const column = columnsOf<ApprovalRow>()
const cut = 'block truncate'

function ApprovalTitle({ row: { approval, deployment } }: { row: ApprovalRow }) {
  const title = <RequestTitle title={firstTitle(approval)} others={othersOf(approval)} />
  return (
    <span className="block min-w-0">
      {approval.finding ? (
        <Link
          to={paths.finding(deployment, approval.issue_type, approval.finding.id)}
          tabIndex={-1}
          title={titleOf(approval)}
          className="block w-fit max-w-full font-medium text-1 no-underline hover:underline"
        >
          {title}
        </Link>
      ) : (
        <span className="text-2">{title}</span>
      )}
      <span title={placeOf(approval)} className={`${cut} text-xs text-2`}>
        {/* Where its column is hidden. */}
        <span className="@min-[620px]:hidden">
          <bdi>{approval.requested_by}</bdi> ·{' '}
        </span>
        <bdi>{placeOf(approval)}</bdi>
      </span>
    </span>
  )
}

function ApprovalReason({ row: { approval } }: { row: ApprovalRow }) {
  return (
    <span className="block min-w-0">
      <span className={cut}>{reasonLabel(approval.reason)}</span>
      <span title={approval.note} className={`${cut} text-xs text-2`}>
        <bdi>{approval.note}</bdi>
      </span>
    </span>
  )
}

/** What became of a request. */
export function ApprovalState({ approval: { state } }: { approval: Approval }) {
  const tone = state === 'approved' ? 'ok' : state === 'declined' ? 'danger' : 'plain'
  return <Tag tone={tone}>{stateLabels[state] ?? state}</Tag>
}

/** The buttons that decide a request. */
export function ApprovalActions({ row: { approval, obstacle, onDecide } }: { row: ApprovalRow }) {
  if (approval.state !== 'requested') return <ApprovalState approval={approval} />
  return (
    <span className="flex justify-end gap-1.5">
      <Button
        size="small"
        tabIndex={-1}
        hint={labels.declineHint}
        disabledReason={obstacle}
        onClick={() => onDecide(approval.id, 'decline')}
      >
        {labels.decline}
      </Button>
      <Button
        size="small"
        variant="primary"
        tabIndex={-1}
        hint={labels.approveHint}
        disabledReason={obstacle}
        onClick={() => onDecide(approval.id, 'approve')}
      >
        {labels.approve}
      </Button>
    </span>
  )
}

/** The columns of the list. As the table narrows, columns are hidden from the right. */
export const approvalColumns = column.columns([
  column.display({
    id: 'severity',
    header: labels.columns.severity,
    meta: { fits: true, width: 100, bar: 70 },
    cell: ({ row }) => <Severity value={row.original.approval.severity} />,
  }),
  column.display({
    id: 'finding',
    header: labels.columns.finding,
    meta: { fits: true, bar: 70, grows: true },
    cell: ({ row }) => <ApprovalTitle row={row.original} />,
  }),
  column.display({
    id: 'reason',
    header: labels.columns.reason,
    meta: { fits: true, width: 260, bar: 60, show: 'hidden @min-[820px]:table-cell' },
    cell: ({ row }) => <ApprovalReason row={row.original} />,
  }),
  column.display({
    id: 'by',
    header: labels.columns.by,
    meta: { fits: true, width: 130, bar: 60, show: 'hidden @min-[620px]:table-cell' },
    cell: ({ row: { original } }) => (
      <span title={original.approval.requested_by} className={cut}>
        <bdi>{original.approval.requested_by}</bdi>
      </span>
    ),
  }),
  column.display({
    id: 'when',
    header: labels.columns.when,
    meta: { fits: true, width: 88, align: 'end', bar: 60, show: 'hidden @min-[1000px]:table-cell' },
    cell: ({ row: { original } }) => (
      <Time value={original.approval.requested_at} now={original.now} form="short" />
    ),
  }),
  column.display({
    id: 'action',
    header: () => <span className="sr-only">{labels.columns.actions}</span>,
    meta: { fits: true, label: labels.columns.actions, width: 168, align: 'end', bar: 60 },
    cell: ({ row }) => <ApprovalActions row={row.original} />,
  }),
])

/** The card of a request on a phone. */
export function ApprovalCard({ row }: { row: ApprovalRow }) {
  const { approval, now } = row
  return (
    <div className="flex h-full flex-col justify-between">
      <div className="flex items-center gap-3">
        <Severity value={approval.severity} />
        <span className="min-w-0 flex-1 truncate text-2">{reasonLabel(approval.reason)}</span>
        <Time value={approval.requested_at} now={now} form="short" />
      </div>
      <span className="font-medium">
        <RequestTitle title={firstTitle(approval)} others={othersOf(approval)} />
      </span>
      <div className="flex items-center gap-3 text-2">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{approval.requested_by}</bdi>
          {approval.finding && ' · '}
          <bdi>{placeOf(approval)}</bdi>
        </span>
        <ApprovalActions row={row} />
      </div>
    </div>
  )
}
