import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/errors.ts'
import { scanFacetsOptions, scansOptions } from '#api/scans.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
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
import { chipsOf, labels, noFilter, scansShape, searchOf } from './address.ts'
import { type ScanRow, scanColumns } from './columns.tsx'
import { EmptyScans } from './empty-scans.tsx'
import { ScansRail } from './rail.tsx'
import { ScanById } from './scan-by-id.tsx'
import { ScanCard } from './scan-card.tsx'

const DurationChart = lazy(() =>
  import('./duration-chart.tsx').then((module) => ({ default: module.DurationChart })),
)

const idOf = ({ scan }: ScanRow) => String(scan.id)
const addressOptions = { labels, stays: ['chart'] }
const nothing = () => undefined

/** The scans of a deployment, newest first, with their filters and how long they took. */
export function ScansList({ deployment }: { deployment: string }) {
  const navigate = useNavigate()
  const { values: state, dropped, change, entry, how } = useAddress(scansShape, addressOptions)
  const search = useMemo(() => searchOf(state), [state])
  const list = useInfiniteQuery(scansOptions(deployment, search))
  const painted = usePainted(list.data !== undefined || list.error !== null)
  const facets = useQuery({ ...scanFacetsOptions(deployment, search), enabled: painted })
  const table = useRef<DataTableHandle>(null)
  const idField = useRef<HTMLInputElement>(null)

  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const rows = useMemo(() => {
    const now = new Date()
    const seen = new Set<number>()
    // A scan that came in between two pages stands once.
    return data?.pages.flatMap(({ scans }) =>
      scans.flatMap((scan): ScanRow[] => {
        if (seen.has(scan.id)) return []
        seen.add(scan.id)
        return [{ scan, deployment, now }]
      }),
    )
  }, [data, deployment])
  const total = data?.pages[0]?.total
  const place = usePlace({
    table,
    entry,
    how,
    question: hashKey([search]),
    ready: rows !== undefined,
  })
  const more = hasNextPage && !isFetchingNextPage && !list.error ? fetchNextPage : undefined
  useMore({ table, rows: rows?.length ?? 0, more })
  useTableKeys({ table, search: idField })
  useEffect(() => {
    if (total !== undefined) announce(plural(total, 'scan'))
  }, [total])

  const open = (id: string) => void navigate(placePaths.scan(deployment, id))
  const counted = facets.isPlaceholderData ? undefined : facets.data
  const fresh = counted && total !== undefined ? Math.max(0, counted.total - total) : 0
  const chips = chipsOf(state)
  const chart = state.chart !== 'off'
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  return (
    <ListFrame
      title="Scans"
      label="Scans"
      total={total}
      dropped={dropped}
      filters={chips.length}
      rail={<ScansRail state={state} change={change} facets={facets.data} />}
      tools={<ScanById deployment={deployment} ref={idField} />}
      chips={
        <Chips
          chips={chips}
          none="Every scan, newest first"
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
      actions={
        <Button
          variant="quiet"
          pressed={chart}
          onClick={() => change({ chart: chart ? 'off' : undefined }, { kind: 'choice', group: 'chart' })}
        >
          Durations
        </Button>
      }
      over={
        chart &&
        (painted ? (
          <Suspense fallback={<ChartPlace />}>
            <DurationChart deployment={deployment} state={state} search={search} />
          </Suspense>
        ) : (
          <ChartPlace />
        ))
      }
    >
      <DataTable
        ref={table}
        label="Scans"
        columns={scanColumns}
        rows={rows}
        rowId={idOf}
        start={0}
        total={total}
        sort={undefined}
        onSort={nothing}
        openId={undefined}
        isDimmed={() => false}
        selection={null}
        onOpen={open}
        under={undefined}
        card={ScanCard}
        restore={place}
        skeletonRows={20}
        refreshing={list.isFetching && rows !== undefined}
        empty={<EmptyScans deployment={deployment} state={state} change={change} />}
        failure={
          problem && (
            <ListFailure
              what="scans"
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
        noun="scan"
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

function ChartPlace() {
  return <div aria-hidden className="min-h-48 shrink-0 border-b border-line" />
}
