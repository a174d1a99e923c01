import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { auditFacetsOptions, auditOptions, downloadAudit } from '#api/audit.ts'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { SaveButton } from '#features/list/save-button.tsx'
import { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { useCsvDownload } from '#features/list/use-csv-download.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { AuditRail } from './audit-rail.tsx'
import { AuditCard, type AuditRow, auditColumns } from './columns.tsx'
import { EmptyAudit } from './empty-audit.tsx'
import { EventDetail } from './event-detail.tsx'
import { labels } from './labels.ts'
import { auditShape, chipsOf, filterOf, noFilter } from './search-params.ts'

const idOf = ({ event }: AuditRow) => event.id
const addressOptions = { labels: labels.filters, unrelatedNames: ['open'] }

/** Loads the matching events and the count of each filter value. */
function useAudit(deployment: string, filter: ReturnType<typeof filterOf>) {
  const list = useInfiniteQuery(auditOptions(deployment, filter))
  const isPainted = useAfterPaint(list.data !== undefined || list.error !== null)
  const facets = useQuery({ ...auditFacetsOptions(deployment, filter), enabled: isPainted })
  const { data } = list
  const rows = useMemo(() => {
    const now = new Date()
    return data?.pages.flatMap(({ events }) => events.map((event): AuditRow => ({ event, deployment, now })))
  }, [data, deployment])
  const total = data?.pages[0]?.total
  const counted = facets.isPlaceholderData ? undefined : facets.data?.total
  return { list, rows, total, counted, facets: facets.data?.facets }
}

/** The audit log, newest first, with its filters. */
export function AuditList({ deployment }: { deployment: string }) {
  const { values: state, dropped, change, entry, how } = useSearchState(auditShape, addressOptions)
  const filter = useMemo(() => filterOf(state), [state])
  const { list, rows, total, counted, facets } = useAudit(deployment, filter)
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const saving = useCsvDownload({
    noun: labels.noun,
    download: (signal, onProgress) => downloadAudit(deployment, filter, signal, onProgress),
  })
  useTableKeys({ table, search })
  const chips = chipsOf(state)
  const open = rows?.find(({ event }) => event.id === state.open)
  const toggle = (id: string) =>
    change({ open: id === state.open ? undefined : id }, { kind: 'choice', group: 'open' })
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      dropped={dropped}
      filters={chips.length}
      rail={<AuditRail state={state} change={change} facets={facets} />}
      search={{
        ref: search,
        label: labels.search,
        placeholder: labels.searchHint,
        value: state.target,
        onType: (target) => change({ target }, { kind: 'typing' }),
      }}
      chips={
        <Chips
          chips={chips}
          none={labels.noFilters}
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
      actions={
        <SaveButton saving={saving} disabledReason={total === 0 ? labels.nothingToExport : undefined} />
      }
    >
      <InfiniteTable
        {...{ table, list, rows, total, counted, entry, how }}
        label={labels.title}
        noun={labels.noun}
        columns={auditColumns}
        rowId={idOf}
        question={hashKey([filter])}
        openId={state.open}
        onOpen={toggle}
        detail={open && { id: open.event.id, content: <EventDetail {...open} /> }}
        card={AuditCard}
        empty={<EmptyAudit deployment={deployment} state={state} change={change} />}
      />
    </ListFrame>
  )
}
