import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState } from 'react'
import { approvalsOptions } from '#api/approvals.ts'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import type { Approval } from '#contract/responses/approvals.ts'
import type { Choice } from '#features/approvals/approval-text.ts'
import { labels } from '#features/approvals/labels.ts'
import { Link } from '#features/link.tsx'
import { ListFailure } from '#features/list/list-failure.tsx'
import { useLoadMore } from '#features/list/table/use-load-more.ts'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ApprovalDetail } from './approval-detail.tsx'
import { ApprovalCard, type ApprovalRow, approvalColumns } from './columns.tsx'

const DecideDialog = lazyDialog(() =>
  import('#features/approvals/decide-dialog.tsx').then((module) => module.DecideDialog),
)

interface ApprovalsListProps {
  deployment: string
  /** Whether the requests that wait are shown, or the others. */
  waiting: boolean
}

const idOf = ({ approval }: ApprovalRow) => approval.id

/** The request that a dialog is about. */
interface Deciding {
  approval: Approval
  choice: Choice
}

/** Reads the requests, each with what its row needs. */
function useRows({ deployment, waiting }: ApprovalsListProps, decide: (deciding: Deciding) => void) {
  const list = useInfiniteQuery(approvalsOptions(deployment, waiting))
  const { data } = list
  const { data: me } = useQuery(meOptions())
  const lacks = me && !mayIn(me, deployment, 'findings:approve') ? labels.lacksScope : undefined
  const [now] = useState(() => new Date())
  const rows = useMemo(
    () =>
      data?.pages.flatMap(({ approvals }) =>
        approvals.map((approval) => rowOf(approval, { deployment, now, lacks, decide })),
      ),
    [data, deployment, now, lacks, decide],
  )
  return { rows, list }
}

/** The requests that wait for a decision, or the others, newest first; `a` approves and `d` declines the focused one. */
export function ApprovalsList({ deployment, waiting }: ApprovalsListProps) {
  const [openId, setOpenId] = useState<string>()
  const [deciding, setDeciding] = useState<Deciding>()
  const { rows, list } = useRows({ deployment, waiting }, setDeciding)
  const { error, isFetching, hasNextPage, fetchNextPage } = list
  const retry = () => void (list.isFetchNextPageError ? fetchNextPage() : list.refetch())
  const table = useRef<DataTableHandle>(null)
  useLoadMore({
    table,
    rows: rows?.length ?? 0,
    more: hasNextPage && !isFetching && !error ? fetchNextPage : undefined,
  })
  const decideActive = (choice: Choice) => {
    const row = rows?.find((one) => idOf(one) === table.current?.active())
    if (!row || row.obstacle !== undefined || row.approval.state !== 'requested') return false
    setDeciding({ approval: row.approval, choice })
    return true
  }
  useTableKeys({
    table,
    more: { decideRow: (key) => decideActive(key.toLowerCase() === 'a' ? 'approve' : 'decline') },
  })
  const open = rows?.find((row) => idOf(row) === openId)
  return (
    <section aria-label={labels.title} className="flex h-full min-h-90 flex-col">
      <Heading deployment={deployment} waiting={waiting} count={rows?.length} hasMore={hasNextPage} />
      <DataTable
        ref={table}
        label={labels.title}
        columns={approvalColumns}
        rows={rows}
        rowId={idOf}
        start={0}
        total={rows?.length}
        sort={undefined}
        onSort={() => undefined}
        openId={openId}
        isDimmed={() => false}
        selection={null}
        twoLines
        onOpen={(id) => setOpenId(id === openId ? undefined : id)}
        detail={open && { id: idOf(open), content: <ApprovalDetail row={open} /> }}
        card={(row) => <ApprovalCard row={row} />}
        restore={undefined}
        skeletonRows={5}
        refreshing={isFetching && rows !== undefined}
        empty={<NoRequests waiting={waiting} />}
        error={error && !isFetching && <Failure error={error} isStale={rows !== undefined} onRetry={retry} />}
      />
      {hasNextPage && <MoreButton loading={isFetching} onLoad={() => void fetchNextPage()} />}
      {deciding && (
        <Suspense>
          <DecideDialog deployment={deployment} {...deciding} onClose={() => setDeciding(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function NoRequests({ waiting }: { waiting: boolean }) {
  return (
    <EmptyState icon="check" title={waiting ? labels.empty.waiting : labels.empty.decided}>
      <p>{labels.empty.text}</p>
    </EmptyState>
  )
}

function MoreButton({ loading, onLoad }: { loading: boolean; onLoad: () => void }) {
  return (
    <div className="flex h-11 shrink-0 items-center justify-end border-t border-line px-4 max-sm:px-3">
      <Button onClick={onLoad} loading={loading}>
        {labels.loadMore}
      </Button>
    </div>
  )
}

interface RowOptions {
  deployment: string
  now: Date
  lacks: string | undefined
  decide: (deciding: Deciding) => void
}

const rowOf = (approval: Approval, { deployment, now, lacks, decide }: RowOptions): ApprovalRow => ({
  approval,
  deployment,
  now,
  obstacle: lacks ?? (approval.own ? labels.own : undefined),
  onDecide: (_, choice) => decide({ approval, choice }),
})

interface FailureProps {
  error: Error
  /** Whether earlier rows are shown. */
  isStale: boolean
  onRetry: () => unknown
}

function Failure({ error, isStale, onRetry }: FailureProps) {
  return (
    <ListFailure
      what="requests"
      problem={explain(error)}
      onRetry={() => void onRetry()}
      retrying={false}
      rowsAreHere={isStale}
    />
  )
}

interface HeadingProps extends ApprovalsListProps {
  count: number | undefined
  /** Whether there are more than these. */
  hasMore: boolean
}

/** The title, with links to the requests that wait and to the others. */
function Heading({ deployment, waiting, count, hasMore }: HeadingProps) {
  return (
    <div className="shrink-0 px-4 pt-3 pb-2 max-sm:px-3">
      <div className="flex min-h-8 items-baseline gap-2">
        <h1 className="text-xl font-semibold">{labels.title}</h1>
        <span className="text-base text-3">
          {count !== undefined && formatNumber(count)}
          {hasMore && '+'}
        </span>
      </div>
      <p className="max-w-240 pt-1 text-base text-2">{labels.about}</p>
      <nav aria-label={labels.show} className="mt-1 -ml-2">
        <ul className="flex flex-wrap">
          {[true, false].map((each) => (
            <li key={String(each)}>
              <Link
                to={`${settingsPaths.approvals(deployment)}${each ? '' : '?decided=true'}`}
                aria-current={each === waiting ? 'page' : undefined}
                className={classes(
                  'flex h-9 items-center border-b-2 px-2 whitespace-nowrap no-underline focus-inset',
                  each === waiting
                    ? 'border-accent font-semibold text-1'
                    : 'border-transparent text-2 hover:text-1',
                )}
              >
                {each ? labels.waiting : labels.decided}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
