import type { RefObject } from 'react'
import { type ReactNode, useEffect } from 'react'
import { explain } from '#api/http/errors.ts'
import { plural } from '#lib/text/format.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle, DataTableProps } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { announce } from '#ui/live-region.tsx'
import { ListFailure } from '../list-failure.tsx'
import { InfiniteFooter } from './infinite-footer.tsx'
import { infiniteLabels } from './infinite-labels.ts'
import { useLoadMore } from './use-load-more.ts'
import { useRestorePosition } from './use-restore-position.ts'

export interface InfiniteTableProps<T extends object>
  extends Pick<DataTableProps<T>, 'label' | 'columns' | 'rows' | 'rowId' | 'displayRows' | 'onOpen' | 'card'>,
    Partial<Pick<DataTableProps<T>, 'sort' | 'onSort'>> {
  table: RefObject<DataTableHandle | null>
  /** The singular noun of the list: `scan`. */
  noun: string
  /** The plural noun, if it is irregular: `dependencies`. */
  nouns?: string | undefined
  /** The loaded pages, and how to load the next one. */
  list: {
    error: Error | null
    isFetching: boolean
    isFetchingNextPage: boolean
    /** The rows belong to the previous query. */
    isPlaceholderData?: boolean
    hasNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** The number of matches when the list was loaded, and the current number; undefined until it is counted. */
  total: number | undefined
  counted: number | undefined
  /** The history entry, how it was reached, and the query of the rows. */
  entry: string
  how: string
  question: string
  openId?: string | undefined
  detail?: DataTableProps<T>['detail']
  empty: ReactNode
}

const never = () => false
const nothing = () => undefined

/**
 * Stores the scroll position, loads more rows on scroll, and announces their number. Returns the position to restore.
 */
function useGrowingTable<T extends object>(props: InfiniteTableProps<T>) {
  const { table, noun, nouns = `${noun}s`, list, total, entry, how, question, rows } = props
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list
  const position = useRestorePosition({
    table,
    entry,
    how,
    question,
    ready: rows !== undefined && !isPlaceholderData,
  })
  const isIdle = !isFetchingNextPage && !list.error && !isPlaceholderData
  useLoadMore({ table, rows: rows?.length ?? 0, more: hasNextPage && isIdle ? fetchNextPage : undefined })
  useEffect(() => {
    if (total !== undefined) announce(plural(total, noun, nouns))
  }, [total, noun, nouns])
  return position
}

/**
 * An infinite list in the service's own sort, with its footer. Newer rows are counted in the footer and do not move the
 * loaded ones.
 */
export function InfiniteTable<T extends object>(props: InfiniteTableProps<T>) {
  const { table, noun, nouns = `${noun}s`, list, total, counted, rows } = props
  const { hasNextPage, fetchNextPage, refetch } = list
  const position = useGrowingTable(props)
  const fresh = counted !== undefined && total !== undefined ? Math.max(0, counted - total) : 0
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  return (
    <>
      <DataTable
        ref={table}
        label={props.label}
        columns={props.columns}
        rows={rows}
        rowId={props.rowId}
        displayRows={props.displayRows}
        start={0}
        total={total}
        sort={props.sort}
        onSort={props.onSort ?? nothing}
        openId={props.openId}
        isDimmed={never}
        selection={null}
        onOpen={props.onOpen}
        detail={props.detail}
        card={props.card}
        restore={position}
        skeletonRows={20}
        refreshing={list.isFetching && rows !== undefined}
        empty={props.empty}
        error={
          problem && (
            <ListFailure
              what={nouns}
              problem={problem}
              onRetry={() => void refetch()}
              retrying={list.isFetching}
              rowsAreHere={rows !== undefined}
            />
          )
        }
      />
      <InfiniteFooter
        rows={rows?.length}
        total={total}
        noun={noun}
        nouns={nouns}
        more={hasNextPage ? fetchNextPage : undefined}
        loading={list.isFetching}
      >
        {fresh > 0 && (
          <Button size="small" variant="quiet" onClick={() => void refetch()}>
            {infiniteLabels.showNew(fresh)}
          </Button>
        )}
      </InfiniteFooter>
    </>
  )
}
