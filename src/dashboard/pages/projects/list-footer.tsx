import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { Pagination } from '#table/pagination.tsx'
import { Button } from '#ui/button.tsx'
import { labels } from './labels.ts'
import type { projectsShape } from './search-params.ts'
import type { useBaselineRows } from './use-baseline-rows.ts'

interface ListFooterProps {
  start: number
  /** Undefined until they are loaded. */
  rows: number | undefined
  total: number | undefined
  size: number
  failed: boolean
  previous: (() => void) | undefined
  next: (() => void) | undefined
  change: ChangeSearch<typeof projectsShape>
  baseline: Pick<ReturnType<typeof useBaselineRows>, 'left' | 'fresh' | 'refresh'>
}

/** The footer of the list: its pages, and the number of projects added and removed since its rows were loaded. */
export function ListFooter(props: ListFooterProps) {
  const { start, rows, total, size, failed, previous, next, change, baseline } = props
  const { left, fresh, refresh } = baseline
  const news = [
    left.size > 0 && labels.noLongerMatch(left.size),
    fresh > 0 && labels.newlyMatch(fresh),
  ].filter(Boolean)
  return (
    <Pagination
      start={start}
      rows={rows ?? 0}
      total={total}
      loading={rows === undefined && !failed}
      failed={rows === undefined && failed}
      pageSize={size}
      onPageSize={(page_size) => change({ page_size }, { kind: 'choice', group: 'page size' })}
      onPrevious={previous}
      onNext={next}
    >
      {news.length > 0 && (
        <Button size="small" variant="quiet" onClick={refresh}>
          {news.join(', ')} · {labels.refresh}
        </Button>
      )}
    </Pagination>
  )
}
