import { type RefObject, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import type { InboxQuery } from '#api/inbox.ts'
import type { InboxItem } from '#contract/responses/inbox.ts'
import type { Choice } from '#features/approvals/approval-text.ts'
import { useListKeyHold } from '#features/list/keys/use-list-key-hold.ts'
import { ListFailure } from '#features/list/list-failure.tsx'
import { IgnoredParams } from '#features/list/search-params/ignored-params.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { DataTable } from '#table/data-table.tsx'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { InboxCard, inboxColumns } from './columns.tsx'
import { Heading } from './heading.tsx'
import type { InboxControllerHandle } from './inbox-controller.tsx'
import { idOf, itemPath } from './items.ts'
import { labels } from './labels.ts'
import { RowActionsContext } from './row-actions.tsx'
import { type InboxPage, useInbox } from './use-inbox.ts'
import { useRows } from './use-rows.ts'

const ReasonForm = lazy(() => import('./asking.tsx').then((module) => module.ReasonForm))
const InboxController = lazy(() => {
  // Is there when a key opens it, so that the next keys reach it.
  ReasonForm.preload()
  return import('./inbox-controller.tsx').then((module) => module.InboxController)
})

interface InboxListProps {
  deployment: string
  query: InboxQuery
  /** Sentences about URL params that could not be read. */
  dropped: readonly string[]
}

/** The rows with their actions, and the pages before and after. */
function useModel({ deployment, query }: InboxListProps) {
  const page = useInbox(deployment, query)
  const navigate = useNavigate()
  const rows = useRows({ deployment, page, question: `${JSON.stringify(query)} ${page.readAt}` })
  const pageAt = (after: number | undefined) => () => {
    const { reason } = query
    const search = { ...(reason ? { reason } : {}), ...(after === undefined ? {} : { after: String(after) }) }
    void navigate(settingsPaths.inbox(deployment, search))
  }
  return {
    page,
    rows,
    firstPage: query.after === undefined ? undefined : pageAt(undefined),
    nextPage: page.next === undefined ? undefined : pageAt(page.next),
    open: (id: string) => {
      const item = rows.itemOf(id)
      const path = item && itemPath(deployment, item)
      if (path) void navigate(path)
    },
  }
}

type Model = ReturnType<typeof useModel>

/** What waits for the person, triaged with the keys of lists of findings. */
export function InboxList(props: InboxListProps) {
  const { deployment, query, dropped } = props
  const model = useModel(props)
  const { page, rows, firstPage, nextPage } = model
  const controller = useRef<InboxControllerHandle>(null)
  const keys = useListKeyHold()
  return (
    <section aria-label={labels.title} className="flex h-full min-h-90 flex-col">
      <Heading
        {...{ deployment, query }}
        counts={page.counts}
        done={page.done.size}
        isOutdated={page.isOutdated}
        onRefresh={() => void page.request.refetch()}
      />
      {dropped.length > 0 && <IgnoredParams sentences={dropped} />}
      <Rows {...{ model, query, controller }} />
      <Suspense>
        <InboxController ref={controller} {...{ rows, keys, nextPage }} previousPage={firstPage} />
      </Suspense>
      <PageLinks model={model} />
    </section>
  )
}

interface RowsProps {
  model: Model
  query: InboxQuery
  controller: RefObject<InboxControllerHandle | null>
}

/** The table, with the form that asks why a finding is ignored under its row. */
function Rows({ model, query, controller }: RowsProps) {
  const { page, rows } = model
  const { request, done } = page
  const { asking, setAsking, markSeen } = rows
  const onDecide = (item: InboxItem, choice: Choice) => setAsking({ what: 'approval', item, choice })
  const form = (
    <Suspense>
      <ReasonForm rows={rows} onTriage={async (...args) => controller.current?.triage(...args)} />
    </Suspense>
  )
  const underRow = asking?.what === 'reason' ? asking.row : undefined
  return (
    <RowActionsContext value={{ done, onDecide, onSeen: markSeen }}>
      <DataTable
        ref={rows.table}
        label={labels.title}
        columns={inboxColumns}
        rows={page.rows}
        rowId={idOf}
        start={0}
        total={page.rows?.length}
        sort={undefined}
        onSort={() => undefined}
        openId={undefined}
        isDimmed={(id) => done.has(id)}
        selection={rows.selection.selection}
        twoLines
        onOpen={model.open}
        detail={underRow === undefined ? undefined : { id: underRow, content: form }}
        card={(row) => <InboxCard row={row} />}
        restore={undefined}
        skeletonRows={8}
        refreshing={request.isFetching && page.rows !== undefined}
        empty={<Empty query={query} model={model} />}
        error={request.error && !request.isFetching && <Failure page={page} error={request.error} />}
      />
    </RowActionsContext>
  )
}

/** Why there are no rows, and the way to those that wait elsewhere: the numbers beside it count them. */
function Empty({ query, model: { page, firstPage } }: { query: InboxQuery; model: Model }) {
  if (page.isOutdated) {
    const refresh = () => void page.request.refetch()
    return (
      <EmptyState
        icon="inbox"
        title={labels.more}
        actions={
          <Button icon="refresh" onClick={refresh}>
            {labels.refresh}
          </Button>
        }
      />
    )
  }
  if ((page.counts?.[query.reason ?? 'all'] ?? 0) > 0)
    return (
      <EmptyState
        icon="inbox"
        title={labels.passed}
        actions={firstPage && <Button onClick={firstPage}>{labels.first}</Button>}
      />
    )
  return (
    <EmptyState icon="check" title={labels.empty[query.reason ?? 'all']}>
      <p>{labels.empty.text}</p>
    </EmptyState>
  )
}

function Failure({ page: { request, rows }, error }: { page: InboxPage; error: Error }) {
  return (
    <ListFailure
      what="inbox"
      problem={explain(error)}
      onRetry={() => void request.refetch()}
      retrying={false}
      rowsAreHere={rows !== undefined}
    />
  )
}

/** To the next page, and back to the first one; nothing if there is one page. */
function PageLinks({ model: { firstPage, nextPage } }: { model: Model }) {
  if (!firstPage && !nextPage) return null
  return (
    <nav
      aria-label={labels.pages}
      className="flex h-11 shrink-0 items-center justify-end gap-2 border-t border-line px-4 max-sm:px-3"
    >
      <Button disabledReason={firstPage ? undefined : labels.isFirst} onClick={firstPage}>
        {labels.first}
      </Button>
      <Button disabledReason={nextPage ? undefined : labels.isLast} onClick={nextPage}>
        {labels.next}
      </Button>
    </nav>
  )
}
