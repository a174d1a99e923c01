import { hashKey, useQueryClient } from '@tanstack/react-query'
import {
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { findingOptions } from '#api/findings/findings.ts'
import { explain } from '#api/http/errors.ts'
import { useDensity } from '#features/appearance.ts'
import { useFirstRow } from '#features/list/table/use-first-row.ts'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import type { TableSelection } from '#table/selection.ts'
import { parseSort } from '#table/sort.ts'
import { lazy } from '#ui/lazy.tsx'
import { briefText } from '../columns/cells.tsx'
import type { DefaultColumns } from '../columns/default-columns.tsx'
import { initialColumns } from '../columns/initial-columns.ts'
import { RailContainer } from '../filters/rail-container.tsx'
import { groupComponents } from '../groups/components.ts'
import type { GroupedList } from '../groups/group-list.ts'
import { listLabels } from '../labels.ts'
import { useKeyBuffer } from './keys/use-key-buffer.ts'
import { ListProvider, useMoment } from './list-context.ts'
import type { DetailRow, ListControllerHandle } from './list-controller.tsx'
import { ListFooter, pagingOf } from './list-footer.tsx'
import { ListHeader } from './list-header.tsx'
import { defaultSort, type ListType, requestOf, withSort } from './list-state.ts'
import { useFindings } from './use-findings.ts'
import { useListContext } from './use-list-context.ts'
import { useListState } from './use-list-state.ts'

const FindingPanel = lazy(() => import('../detail/panel/panel.tsx').then((module) => module.FindingPanel))
const ListAttendant = lazy(() => import('./list-controller.tsx').then((module) => module.ListController))
const ListFailure = lazy(() => import('#features/list/list-failure.tsx').then((module) => module.ListFailure))
const EmptyList = lazy(() => import('./empty-list.tsx').then((module) => module.EmptyList))

const idOf = (row: Finding) => String(row.id)
/** Between the findings of a grouped list stand the heads of its groups, whose ids are words. */
const isFinding = (id: string) => /^\d+$/.test(id)
const none: readonly Finding[] = []
/** No room for filters, list and detail side by side. */
const tight = '(width < 1600px)'
/** The rail stays folded, on this page and the next, until somebody unfolds it. */
let railFolded = false

interface FindingsListProps {
  deployment: string
  type: ListType
  title: string
  /** The usual columns of either density, in their order. */
  columns: DefaultColumns
  card: (row: Finding) => ReactNode
}

/** The list of findings of one type, with its filters, and the detail beside it. */
export function FindingsList({ deployment, type, title, columns, card }: FindingsListProps) {
  const client = useQueryClient()
  const [density] = useDensity()
  const defaults = columns[density]
  const { state, dropped, start, change, entry, how } = useListState(type)
  const [custom, setCustom] = useState(() => initialColumns(defaults, state))
  const { group } = state
  const [grouped, setGrouped] = useState<GroupedList>()
  const groups = group && grouped
  const list = useFindings(deployment, state, groups)
  const { rows = none, answeredAt, triagedIds } = list
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const openId = state.open === undefined ? undefined : String(state.open)

  const question = hashKey([requestOf(state), group])
  const place = useRestorePosition({
    table,
    entry,
    how,
    question,
    ready: list.rows !== undefined && !list.changing,
  })

  const fromSearch = useFirstRow(table, { question, settled: list.rows !== undefined && !list.changing })

  const [folded, setFolded] = useState(railFolded || (openId !== undefined && matchMedia(tight).matches))
  const fold = (next: boolean) => {
    railFolded = next
    setFolded(next)
  }

  const keys = useKeyBuffer()
  // The address follows a key a moment later; the next key must know of it already.
  const opened = useRef(openId)
  useLayoutEffect(() => {
    opened.current = openId
  }, [openId])
  const setOpen = (id: string | undefined, way: 'choice' | 'program') => {
    opened.current = id
    const open = id === undefined ? undefined : Number(id)
    change(
      (now) => ({ ...now, open }),
      way === 'choice' ? { kind: 'choice', group: `open ${id}` } : { kind: way },
    )
  }
  const open = (id: string) => {
    if (opened.current === undefined && matchMedia(tight).matches) fold(true)
    FindingPanel.preload()
    setOpen(id, opened.current === undefined ? 'choice' : 'program')
  }
  const goTo = (id: string) => {
    table.current?.focusRow(id)
    if (opened.current !== undefined && opened.current !== id) setOpen(id, 'program')
  }
  const walk = (key: string) => {
    const id = table.current?.move(key)
    if (id !== undefined) follow(id)
    return id
  }
  /** The open detail is that of the row with the focus, whatever moved it. */
  const follow = (id: string) => {
    if (isFinding(id) && opened.current !== undefined && opened.current !== id) setOpen(id, 'program')
  }
  const close = () => {
    const id = opened.current
    setOpen(undefined, 'program')
    if (id !== undefined) table.current?.focusRow(id)
    return id !== undefined
  }

  // A link, Back or Forward opens another finding: its row is the one with the focus too.
  const openIsHere = openId !== undefined && rows.some((row) => idOf(row) === openId)
  useEffect(() => {
    if (!openIsHere || openId === undefined || table.current?.active() === openId) return
    const inRows = document.activeElement?.closest('[data-row]') != null
    if (inRows) table.current?.focusRow(openId)
    else table.current?.activate(openId)
  }, [openId, openIsHere])

  const controller = useRef<ListControllerHandle>(null)
  const [under, setUnder] = useState<DetailRow>()
  const [selection, setSelection] = useState<TableSelection>()
  const paging = groups ?? pagingOf({ state, start, change, list })

  // A finding's detail is asked for when the pointer rests on its row.
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const rest = (event: PointerEvent) => {
    clearTimeout(resting.current)
    const id = event.target instanceof Element && event.target.closest('[data-row]')?.getAttribute('data-row')
    if (!id || !isFinding(id) || event.pointerType === 'touch') return
    resting.current = setTimeout(() => {
      FindingPanel.preload()
      void client.prefetchQuery(findingOptions(deployment, Number(id)))
    }, 120)
  }

  const now = useMoment(answeredAt)
  const shown = custom?.columns ?? defaults
  const asked = { deployment, type, now, filter: state.filter, density, columns: shown, table, open }
  const { context, branches } = useListContext(asked)

  const rail = { deployment, state, change, facets: list.facets, countsFailed: list.facetsError !== null }
  const openRow = rows.find((row) => idOf(row) === openId)
  const at = openRow && !group && start !== undefined ? start + rows.indexOf(openRow) + 1 : undefined
  const problem = list.error && !list.fetching ? explain(list.error) : undefined
  const retry = { onRetry: () => void list.refresh(), retrying: list.fetching }
  return (
    <ListProvider value={context}>
      {group && groupComponents.GroupSource && (
        <groupComponents.GroupSource
          key={group}
          {...{ deployment, state, change, entry, how, table }}
          by={group}
          columns={shown}
          onList={setGrouped}
        />
      )}
      <div className="relative flex h-full min-h-90 min-w-0">
        <RailContainer {...rail} folded={folded} ready={list.isPainted} />
        <section aria-label={title} className="flex min-w-0 flex-1 flex-col" onPointerOver={rest}>
          <ListHeader
            {...{ deployment, title, state, change }}
            defaults={defaults}
            onColumns={setCustom}
            total={list.total}
            ready={list.isPainted}
            searchRef={search}
            fromSearch={fromSearch}
            dropped={custom ? [...dropped, ...custom.dropped] : dropped}
            folded={folded}
            onUnfold={() => fold(false)}
            rail={<RailContainer {...rail} folded={false} ready inDrawer />}
          />
          <DataTable
            ref={table}
            label={title}
            columns={shown}
            twoLines
            arrangement={custom?.arrangement}
            rows={list.rows}
            rowId={idOf}
            displayRows={groups?.displayRows}
            groupHeaders={groups?.heads}
            start={group ? undefined : start}
            total={group ? undefined : list.total}
            sort={parseSort(state.sort ?? defaultSort)}
            onSort={(sort) => change((now) => withSort(now, sort), { kind: 'choice', group: 'sort' })}
            openId={openId}
            onActive={follow}
            pagesExternally={openId !== undefined}
            isDimmed={(id) => triagedIds.has(id)}
            selection={selection}
            onOpen={(id) => groups?.press(id) || open(id)}
            detail={under ?? branches}
            brief={briefText}
            card={card}
            restore={place}
            skeletonRows={24}
            refreshing={list.fetching && list.rows !== undefined}
            empty={
              <Suspense>
                <EmptyList {...{ deployment, state, change, total: list.total }} />
              </Suspense>
            }
            error={
              problem && (
                <Suspense>
                  <ListFailure
                    what="findings"
                    problem={problem}
                    {...retry}
                    rowsAreHere={list.rows !== undefined}
                  />
                </Suspense>
              )
            }
          />
          {groups?.foot ?? (
            <ListFooter {...{ state, start, change, list }} {...pagingOf({ state, start, change, list })} />
          )}
        </section>
        {openId !== undefined && (
          <Suspense
            fallback={
              <aside aria-busy className="w-125 shrink-0 border-l border-line bg-surface-1 max-lg:hidden" />
            }
          >
            <FindingPanel
              deployment={deployment}
              type={type}
              id={openId}
              row={openRow}
              position={
                at === undefined || list.total === undefined ? undefined : listLabels.position(at, list.total)
              }
              selecting={selection?.isToolbarOpen ?? false}
              onClose={close}
              onWalk={(step) => walk(step === 1 ? 'j' : 'k')}
              onTriaged={(id, decision) => {
                if (decision.state !== undefined) controller.current?.moveOn(id)
              }}
            />
          </Suspense>
        )}
        {list.isPainted && (
          <Suspense>
            <ListAttendant
              ref={controller}
              {...{ deployment, type, table, keys, search, rows, triagedIds, answeredAt, openId, goTo, walk }}
              state={state}
              groups={groups}
              onSelection={setSelection}
              total={list.total}
              close={close}
              previousPage={paging.previous}
              nextPage={paging.next}
              onDetailRow={setUnder}
              onSettled={list.settled}
            />
          </Suspense>
        )}
      </div>
    </ListProvider>
  )
}
