import { type ReactNode, type Ref, Suspense, useState } from 'react'
import { SearchHint } from '#features/list/search-hint.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { lazy, lazyDialog } from '#ui/lazy.tsx'
import { listLabels } from '../labels.ts'
import type { ListHeaderContext } from '../tools/list-tool.ts'
import { withValues } from './list-state.ts'

const Drawer = lazyDialog(() => import('#ui/overlay/drawer.tsx').then((module) => module.Drawer))
const ViewsMenu = lazy(() => import('../views/views-menu.tsx').then((module) => module.ViewsMenu))
const ListTools = lazy(() => import('../tools/list-tools.tsx').then((module) => module.ListTools))
const FilterChips = lazy(() => import('../filters/filter-chips.tsx').then((module) => module.FilterChips))
const LeftOut = lazy(() =>
  import('#features/list/search-params/ignored-params.tsx').then((module) => module.IgnoredParams),
)

interface ListHeaderProps extends ListHeaderContext {
  /** In how many groups the findings are; undefined without groups. */
  extent: string | undefined
  /** The rows have rendered, so the controls may render. */
  ready: boolean
  searchRef: Ref<HTMLInputElement>
  /** The targets of Enter, ↓ and Esc in the search field. */
  fromSearch: { onSubmit: (asked: boolean) => void; onLeave: () => void }
  dropped: readonly string[]
  folded: boolean
  onUnfold: () => void
  /** The rail, for the drawer of a narrow window. */
  rail: ReactNode
}

/**
 * The header of the list: title, count and search field, then the filter chips and the controls, whose space is
 * reserved until they load.
 */
export function ListHeader(props: ListHeaderProps) {
  const { dropped, onUnfold, rail } = props
  const [drawer, setDrawer] = useState(false)
  const openFilters = () => (matchMedia('(width < 1100px)').matches ? setDrawer(true) : onUnfold())
  return (
    <>
      <div className="@container flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2 max-sm:px-3">
        <TitleLine {...props} />
        <FilterLine {...props} onFilters={openFilters} />
      </div>
      {dropped.length > 0 && (
        <Suspense>
          <LeftOut key={dropped.join('\n')} sentences={dropped} />
        </Suspense>
      )}
      {drawer && (
        <Suspense>
          <Drawer open onClose={() => setDrawer(false)} title={listLabels.filters} side="left">
            {rail}
          </Drawer>
        </Suspense>
      )}
    </>
  )
}

/** The title and count of the list, the views menu, and the search field. */
function TitleLine(props: ListHeaderProps) {
  const { title, total, extent, state, change, ready, searchRef } = props
  return (
    <div className="flex min-h-8 items-center gap-3 max-sm:flex-wrap max-sm:gap-y-2">
      <span className="flex min-w-24 items-baseline gap-2">
        <h1 className="truncate text-xl font-semibold">{title}</h1>
        {/* The space is reserved, so that neighboring elements do not move when the count loads. */}
        <span className="min-w-10 text-base text-3">{total === undefined ? '' : formatNumber(total)}</span>
        {extent !== undefined && <span className="-ml-1 whitespace-nowrap text-3">{extent}</span>}
      </span>
      <span className="w-full sm:hidden" />
      <span className="flex h-8 min-w-20 flex-1 max-sm:max-w-2/5 sm:justify-end">
        {ready && (
          <Suspense>
            <ViewsMenu {...props} />
          </Suspense>
        )}
      </span>
      <DebouncedInput
        ref={searchRef}
        {...props.fromSearch}
        label={listLabels.search}
        placeholder={listLabels.searchExample}
        icon="search"
        value={state.filter.q ?? ''}
        onType={(text) =>
          change((now) => withValues(now, 'q', text === '' ? [] : [text]), { kind: 'typing' })
        }
        end={<SearchHint search={state.filter.q} total={total} />}
        className="w-64 min-w-24! shrink-[9999] max-sm:w-0 max-sm:flex-1"
      />
    </div>
  )
}

/** The filters button, the filter chips, and the tools of the list. */
function FilterLine({ onFilters, ...props }: ListHeaderProps & { onFilters: () => void }) {
  const { state, change, ready, folded } = props
  const count = Object.keys(state.filter).length
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2">
      <Button icon="filter" onClick={onFilters} className={folded ? undefined : 'min-[1100px]:hidden'}>
        {listLabels.filters}
        {count > 0 && <span className="min-[1100px]:hidden"> {count}</span>}
      </Button>
      <div className="flex min-w-0 flex-1 items-center gap-2 has-data-chips-open:order-last has-data-chips-open:basis-full">
        {ready && (
          <Suspense>
            <FilterChips state={state} change={change} />
          </Suspense>
        )}
      </div>
      <div className="ml-auto flex h-8 min-w-16 shrink-0 justify-end @min-[720px]:min-w-76">
        {ready && (
          <Suspense>
            <ListTools {...props} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
