import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { scanFacetsOptions, scansOptions } from '#api/scans/scans.ts'
import { useChartOpen } from '#features/appearance.ts'
import { Chips } from '#features/list/filters/chips.tsx'
import { ListFrame } from '#features/list/list-frame.tsx'
import { useSearchState } from '#features/list/search-params/use-search-state.ts'
import { InfiniteTable } from '#features/list/table/infinite-table.tsx'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { lazy } from '#ui/lazy.tsx'
import { type ScanRow, scanColumns } from './columns.tsx'
import { EmptyScans } from './empty-scans.tsx'
import { labels } from './labels.ts'
import { ScansRail } from './rail.tsx'
import { ScanById } from './scan-by-id.tsx'
import { ScanCard } from './scan-card.tsx'
import { chipsOf, noFilter, scansShape, searchOf } from './search-params.ts'

const DurationChart = lazy(() => import('./duration-chart.tsx').then((module) => module.DurationChart))

const idOf = ({ scan }: ScanRow) => String(scan.id)
const addressOptions = { labels: labels.filters }

/** Returns the scans of all loaded pages as rows. */
function useScanRows(
  data: { pages: readonly { scans: readonly ScanRow['scan'][] }[] } | undefined,
  deployment: string,
) {
  return useMemo(() => {
    const now = new Date()
    const seen = new Set<string>()
    // New scans shift later pages, so a scan may be in two pages; it is listed once.
    return data?.pages.flatMap(({ scans }) =>
      scans.flatMap((scan): ScanRow[] => {
        if (seen.has(scan.id)) return []
        seen.add(scan.id)
        return [{ scan, deployment, now }]
      }),
    )
  }, [data, deployment])
}

/** The scans of a deployment, newest first, with filters and a duration chart. */
export function ScansList({ deployment }: { deployment: string }) {
  const navigate = useNavigate()
  const { values: state, dropped, change, entry, how } = useSearchState(scansShape, addressOptions)
  const search = useMemo(() => searchOf(state), [state])
  const list = useInfiniteQuery(scansOptions(deployment, search))
  const isPainted = useAfterPaint(list.data !== undefined || list.error !== null)
  const facets = useQuery({ ...scanFacetsOptions(deployment, search), enabled: isPainted })
  const table = useRef<DataTableHandle>(null)
  const idField = useRef<HTMLInputElement>(null)

  const { data } = list
  const rows = useScanRows(data, deployment)
  const total = data?.pages[0]?.total
  useTableKeys({ table, search: idField })
  const open = (id: string) => void navigate(settingsPaths.scan(deployment, id))
  const counted = facets.isPlaceholderData ? undefined : facets.data
  const chips = chipsOf(state)
  const [chart, openChart] = useChartOpen()
  return (
    <ListFrame
      title={labels.title}
      label={labels.title}
      total={total}
      dropped={dropped}
      filters={chips.length}
      rail={<ScansRail state={state} change={change} facets={facets.data} />}
      tools={<ScanById deployment={deployment} ref={idField} />}
      chips={
        <Chips
          chips={chips}
          none={labels.noFilters}
          onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
          onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
        />
      }
      actions={<ChartButton open={chart} onToggle={() => openChart(!chart)} />}
      over={chart && <ChartArea {...{ deployment, state, search }} ready={isPainted} />}
    >
      <InfiniteTable
        {...{ table, list, rows, total, entry, how }}
        label={labels.title}
        noun={labels.noun}
        columns={scanColumns}
        rowId={idOf}
        counted={counted?.total}
        question={hashKey([search])}
        onOpen={open}
        card={ScanCard}
        empty={<EmptyScans deployment={deployment} state={state} change={change} />}
      />
    </ListFrame>
  )
}

function ChartButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <Button variant="quiet" aria-expanded={open} onClick={onToggle}>
      <span>
        <span className="max-sm:sr-only">{labels.chart.buttonStart}</span>
        <span className="inline-block max-sm:first-letter:uppercase">{labels.chart.buttonEnd}</span>
      </span>
      <Icon name="chevron-down" className={open ? 'rotate-180' : undefined} />
    </Button>
  )
}

interface ChartAreaProps extends ComponentProps<typeof DurationChart> {
  /** The rows have rendered. */
  ready: boolean
}

/** The chart, whose space is reserved until the rows have rendered. */
function ChartArea({ ready, ...chart }: ChartAreaProps) {
  if (!ready) return <ChartPlaceholder />
  return (
    <Suspense fallback={<ChartPlaceholder />}>
      <DurationChart {...chart} />
    </Suspense>
  )
}

function ChartPlaceholder() {
  return <div aria-hidden className="min-h-48 shrink-0 border-b border-line" />
}
