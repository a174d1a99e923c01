import { hashKey } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { explain } from '#api/http/errors.ts'
import { useDensity } from '#features/appearance.ts'
import { useListKeyHold } from '#features/list/keys/use-list-key-hold.ts'
import { useFirstRow } from '#features/list/table/use-first-row.ts'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { useMoment } from '#features/use-moment.ts'
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
import { FindingPanel } from './lazy-panel.ts'
import { ListProvider } from './list-context.ts'
import type { DetailRow, ListControllerHandle } from './list-controller.tsx'
import { ListFooter, pagingOf } from './list-footer.tsx'
import { ListHeader } from './list-header.tsx'
import { defaultSort, type ListType, requestOf, withSort } from './list-state.ts'
import { useFindings } from './use-findings.ts'
import { useHoverPrefetch } from './use-hover-prefetch.ts'
import { useListContext } from './use-list-context.ts'
import { useListState } from './use-list-state.ts'
import { useOpenFinding } from './use-open-finding.ts'
import { useRailFold } from './use-rail-fold.ts'

const ListController = lazy(() => import('./list-controller.tsx').then((module) => module.ListController))
const ListFailure = lazy(
  () => import('#features/list/list-failure.tsx').then((module) => module.ListFailure),
  { always: true },
)
const EmptyList = lazy(() => import('./empty-list.tsx').then((module) => module.EmptyList), { always: true })

const PanelFallback = lazy(() => import('./panel-fallback.tsx').then((module) => module.PanelFallback), {
  always: true,
})

const idOf = (row: Finding) => String(row.id)
const none: readonly Finding[] = []

interface FindingsListProps {
  deployment: string
  type: ListType
  title: string
  /** The default columns of each density, in order. */
  columns: DefaultColumns
  card: (row: Finding) => ReactNode
}

/** Returns the state and actions of the list, from its URL and its queries. */
function useListModel({ deployment, type, columns }: FindingsListProps) {
  const [density] = useDensity()
  const defaults = columns[density]
  const url = useListState(type)
  const { state, start, change, entry, how } = url
  const [custom, setCustom] = useState(() => initialColumns(defaults, state))
  const [grouped, setGrouped] = useState<GroupedList>()
  const groups = state.group && grouped
  const list = useFindings(deployment, state, groups)
  const { rows = none } = list
  const table = useRef<DataTableHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const openId = state.open === undefined ? undefined : String(state.open)
  const question = hashKey([requestOf(state), state.group])
  const ready = list.rows !== undefined && !list.changing
  const restore = useRestorePosition({ table, entry, how, question, ready })
  const fromSearch = useFirstRow(table, { question, settled: ready })
  const rail = useRailFold(openId !== undefined)
  const keys = useListKeyHold()
  const finding = useOpenFinding({ table, openId, rows, change, onFirstOpen: rail.foldIfTight })
  const now = useMoment(list.answeredAt)
  const shown = custom?.columns ?? defaults
  const { context, branches } = useListContext({
    ...{ deployment, type, now, filter: state.filter, density, columns: shown, table, open: finding.open },
  })
  const openRow = rows.find((row) => idOf(row) === openId)
  const at = openRow && !state.group && start !== undefined ? start + rows.indexOf(openRow) + 1 : undefined
  const controller = useRef<ListControllerHandle>(null)
  const [detailRow, setDetailRow] = useState<DetailRow>()
  const [selection, setSelection] = useState<TableSelection>()
  return {
    ...url,
    ...{
      list,
      rows,
      groups,
      setGrouped,
      table,
      search,
      openId,
      openRow,
      restore,
      fromSearch,
      rail,
      keys,
      finding,
    },
    ...{ custom, setCustom, defaults, shown, context, controller, selection, setSelection, setDetailRow },
    detail: detailRow ?? branches,
    // Of all rows as they were loaded: those that no longer match since keep their position.
    position:
      at === undefined || list.answered === undefined ? undefined : listLabels.position(at, list.answered),
    paging: groups ?? pagingOf({ state, start, change, list }),
  }
}

type PartProps = FindingsListProps & { model: ReturnType<typeof useListModel> }

/** The list of findings of one type, with its filters and the detail next to it. */
export function FindingsList(props: FindingsListProps) {
  const { deployment, title } = props
  const model = useListModel(props)
  const { state, start, change, dropped, list, groups, custom, rail } = model
  const { group } = state
  const onPointerOver = useHoverPrefetch(deployment)
  const filters = { deployment, state, change, facets: list.facets, countsFailed: list.facetsError !== null }
  return (
    <ListProvider value={model.context}>
      {group && groupComponents.GroupSource && (
        <groupComponents.GroupSource
          key={group}
          {...{ deployment, state, change, entry: model.entry, how: model.how, table: model.table }}
          by={group}
          columns={model.shown}
          onList={model.setGrouped}
        />
      )}
      <div className="relative flex h-full min-h-90 min-w-0">
        <RailContainer {...filters} folded={rail.folded} ready={list.isPainted} />
        <section aria-label={title} className="flex min-w-0 flex-1 flex-col" onPointerOver={onPointerOver}>
          <ListHeader
            {...{ deployment, title, state, change }}
            defaults={model.defaults}
            onColumns={model.setCustom}
            total={list.total}
            extent={groups?.extent}
            ready={list.isPainted}
            searchRef={model.search}
            fromSearch={model.fromSearch}
            dropped={custom ? [...dropped, ...custom.dropped] : dropped}
            folded={rail.folded}
            onUnfold={rail.unfold}
            rail={<RailContainer {...filters} folded={false} ready inDrawer />}
          />
          <FindingsTable {...props} model={model} />
          {groups?.foot ?? (
            <ListFooter {...{ state, start, change, list }} {...pagingOf({ state, start, change, list })} />
          )}
        </section>
        {model.openId !== undefined && <OpenDetail {...props} model={model} id={model.openId} />}
        {list.isPainted && <Controller {...props} model={model} />}
      </div>
    </ListProvider>
  )
}

function FindingsTable({ deployment, title, card, model }: PartProps) {
  const { state, start, change, list, groups, finding, openId, custom } = model
  const { group } = state
  const problem = list.error && !list.fetching ? explain(list.error) : undefined
  return (
    <DataTable
      ref={model.table}
      label={title}
      columns={model.shown}
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
      onActive={finding.follow}
      pagesExternally={openId !== undefined}
      isDimmed={(id) => list.triagedIds.has(id)}
      selection={model.selection}
      onOpen={(id) => groups?.press(id) || finding.open(id)}
      detail={model.detail}
      brief={briefText}
      card={card}
      restore={model.restore}
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
              onRetry={() => void list.refresh()}
              retrying={list.fetching}
              rowsAreHere={list.rows !== undefined}
            />
          </Suspense>
        )
      }
    />
  )
}

function OpenDetail({ deployment, type, id, model }: PartProps & { id: string }) {
  const { finding, controller } = model
  return (
    <Suspense
      fallback={
        <Suspense
          fallback={
            <aside aria-busy className="w-125 shrink-0 border-l border-line bg-surface-1 max-lg:hidden" />
          }
        >
          <PanelFallback id={id} onClose={finding.close} />
        </Suspense>
      }
    >
      <FindingPanel
        deployment={deployment}
        type={type}
        id={id}
        row={model.openRow}
        position={model.position}
        selecting={model.selection?.isToolbarOpen ?? false}
        onClose={finding.close}
        onWalk={(step) => finding.walk(step === 1 ? 'j' : 'k')}
        onTriaged={(triaged, decision) => {
          if (decision.state !== undefined) controller.current?.moveOn(triaged)
        }}
      />
    </Suspense>
  )
}

function Controller({ deployment, type, model }: PartProps) {
  const { state, list, rows, groups, table, keys, search, openId, paging } = model
  const { goTo, walk, close } = model.finding
  return (
    <Suspense>
      <ListController
        ref={model.controller}
        {...{ deployment, type, state, table, keys, search, rows, groups, openId, goTo, walk, close }}
        triagedIds={list.triagedIds}
        answeredAt={list.answeredAt}
        onSelection={model.setSelection}
        total={list.total}
        previousPage={paging.previous}
        nextPage={paging.next}
        onDetailRow={model.setDetailRow}
        onSettled={list.settled}
      />
    </Suspense>
  )
}
