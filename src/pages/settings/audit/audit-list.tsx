import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { auditFacetsOptions, auditOptions } from '#api/audit.ts'
import { explain } from '#api/errors.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { Chips } from '#parts/list/chips.tsx'
import { ListFailure } from '#parts/list/list-failure.tsx'
import { ListFrame } from '#parts/list/list-frame.tsx'
import { MoreFoot } from '#parts/list/more-foot.tsx'
import { useAddress } from '#parts/list/use-address.ts'
import { useMore } from '#parts/list/use-more.ts'
import { usePlace } from '#parts/list/use-place.ts'
import { useTableKeys } from '#parts/list/use-table-keys.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePainted } from '#table/use-painted.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { auditShape, chipsOf, filterOf, labels, noFilter } from './address.ts'
import { AuditRail } from './audit-rail.tsx'
import { AuditCard, type AuditRow, auditColumns } from './columns.tsx'
import { EmptyAudit } from './empty-audit.tsx'
import { EventDetail } from './event-detail.tsx'
import { useExport } from './use-export.ts'

const idOf = ({ event }: AuditRow) => event.id
const addressOptions = { labels, stays: ['open'] }
const nothing = () => undefined

/** The audit log, newest first, with its filters. */
export function AuditList({ deployment }: { deployment: string }) {
  const { values: state, dropped, change, entry, how } = useAddress(auditShape, addressOptions)
  const filter = useMemo(() => filterOf(state), [state])
  const list = useInfiniteQuery(auditOptions(deployment, filter))
  const painted = usePainted(list.data !== undefined || list.error !== null)
  const facets = useQuery({ ...auditFacetsOptions(deployment, filter), enabled: painted })
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const saving = useExport(deployment, filter)

  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const rows = useMemo(() => {
    const now = new Date()
    return data?.pages.flatMap(({ events }) => events.map((event): AuditRow => ({ event, deployment, now })))
  }, [data, deployment])
  const total = data?.pages[0]?.total
  const place = usePlace({ table, entry, how, question: hashKey([filter]), ready: rows !== undefined })
  const more = hasNextPage && !isFetchingNextPage && !list.error ? fetchNextPage : undefined
  useMore({ table, rows: rows?.length ?? 0, more })
  useTableKeys({ table, search })
  useEffect(() => {
    if (total !== undefined) announce(plural(total, 'event'))
  }, [total])

  const counted = facets.isPlaceholderData ? undefined : facets.data?.total
  const fresh = counted !== undefined && total !== undefined ? Math.max(0, counted - total) : 0
  const chips = chipsOf(state)
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  const open = rows?.find(({ event }) => event.id === state.open)
  const toggle = (id: string) =>
    change({ open: id === state.open ? undefined : id }, { kind: 'choice', group: 'open' })
  return (
    <ListFrame
      title="Audit log"
      label="Audit log"
      total={total}
      dropped={dropped}
      filters={chips.length}
      rail={<AuditRail state={state} change={change} facets={facets.data?.facets} />}
      search={{
        ref: search,
        label: 'Search what it was done to',
        placeholder: 'Token, project, policy…',
        value: state.target,
        onType: (target) => change({ target }, { kind: 'typing' }),
      }}
      chips={
        <Chips
          chips={chips}
          none="Everything that was done, newest first"
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
      actions={
        saving.progress ? (
          <>
            <span role="status" className="text-2 max-sm:hidden">
              {plural(saving.progress.count, 'event')} exported
            </span>
            <Button onClick={saving.cancel}>Cancel</Button>
          </>
        ) : (
          <Button
            onClick={() => void saving.start()}
            disabledReason={total === 0 ? 'There is nothing to export' : undefined}
          >
            Export CSV
          </Button>
        )
      }
    >
      <DataTable
        ref={table}
        label="Audit log"
        columns={auditColumns}
        rows={rows}
        rowId={idOf}
        start={0}
        total={total}
        sort={undefined}
        onSort={nothing}
        openId={state.open}
        isDimmed={() => false}
        selection={null}
        onOpen={toggle}
        under={open && { id: open.event.id, content: <EventDetail event={open.event} /> }}
        card={AuditCard}
        restore={place}
        skeletonRows={20}
        refreshing={list.isFetching && rows !== undefined}
        empty={<EmptyAudit deployment={deployment} state={state} change={change} />}
        failure={
          problem && (
            <ListFailure
              what="events"
              problem={problem}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
              rowsAreHere={rows !== undefined}
            />
          )
        }
      />
      <MoreFoot
        rows={rows?.length}
        total={total}
        noun="event"
        more={hasNextPage ? fetchNextPage : undefined}
        loading={list.isFetching}
      >
        {fresh > 0 && (
          <Button size="small" variant="quiet" onClick={() => void list.refetch()}>
            {formatNumber(fresh)} new · Show
          </Button>
        )}
      </MoreFoot>
    </ListFrame>
  )
}
