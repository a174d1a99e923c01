import { type ReactNode, type Ref, Suspense, useState } from 'react'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { RailColumn } from './filters/rail-column.tsx'
import { listLabels } from './labels.ts'
import { SearchHint } from './search-hint.tsx'
import { IgnoredParams } from './search-params/ignored-params.tsx'

const Drawer = lazyDialog(() => import('#ui/overlay/drawer.tsx').then((module) => module.Drawer))

interface ListFrameProps {
  title: ReactNode
  /** Next to the title, if there is room. */
  tags?: ReactNode
  /** The accessible name of the list's region. */
  label: string
  /** The number of matches; undefined until it is known. */
  total: number | undefined
  /** The total as text, if the number alone does not show what it counts. */
  totalText?: string | undefined
  totalHint?: string | undefined
  search?: {
    ref?: Ref<HTMLInputElement>
    label: string
    placeholder: string
    value: string | undefined
    onType: (text: string | undefined) => void
  }
  /** The filter chips: `<Chips …/>`. */
  chips: ReactNode
  /** The number of active filters, for the button of a narrow window. */
  filters: number
  /** The groups of the rail. */
  rail: ReactNode
  /** The view switch, before the chips. */
  views?: ReactNode
  /** Below the chips. */
  below?: ReactNode
  /** Next to the search field, and at the end of the chips line. */
  tools?: ReactNode
  actions?: ReactNode
  /** The URL params that could not be read. */
  dropped: readonly string[]
  /** Between the header and the rows. */
  over?: ReactNode
  /** The table and its footer. */
  children: ReactNode
}

/** A list with its filters: the rail, the header with search and chips, and the rows. It fills the page. */
export function ListFrame(props: ListFrameProps) {
  const { label, rail, below, dropped, over, children } = props
  const [drawer, setDrawer] = useState(false)
  const groups = <div className="flex flex-col gap-4 pb-6">{rail}</div>
  return (
    <div className="flex h-full min-h-90 min-w-0">
      <RailColumn>{groups}</RailColumn>
      <section aria-label={label} className="flex min-w-0 flex-1 flex-col">
        <div className="@container flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2 max-sm:px-3">
          <TitleLine {...props} />
          <FilterLine {...props} onFilters={() => setDrawer(true)} />
          {below}
        </div>
        {dropped.length > 0 && <IgnoredParams key={dropped.join('\n')} sentences={dropped} />}
        {over}
        {children}
      </section>
      {drawer && (
        <Suspense>
          <Drawer open onClose={() => setDrawer(false)} title={listLabels.filters} side="left">
            {groups}
          </Drawer>
        </Suspense>
      )}
    </div>
  )
}

/** The title and count of the list, the tools, and the search field. */
function TitleLine({ title, tags, total, totalText, totalHint, search, tools }: ListFrameProps) {
  return (
    <div className="flex min-h-8 items-center gap-3 max-sm:flex-wrap max-sm:gap-y-2">
      <span className="flex max-w-3/5 min-w-24 shrink-0 items-baseline gap-2 max-sm:max-w-full max-sm:shrink max-sm:flex-wrap">
        <h1 className="truncate text-xl font-semibold">{title}</h1>
        <span data-hint={totalHint} className="shrink-0 text-base text-3">
          {totalText ?? (total === undefined ? '' : formatNumber(total))}
        </span>
        {tags && (
          <span className="flex shrink-0 gap-2 self-center @max-[340px]:hidden @min-[440px]:@max-[700px]:hidden">
            {tags}
          </span>
        )}
      </span>
      <span className="flex min-h-8 flex-auto items-center justify-end sm:min-w-0 gap-2">{tools}</span>
      {search && (
        <DebouncedInput
          ref={search.ref ?? null}
          label={search.label}
          placeholder={search.placeholder}
          icon="search"
          value={search.value ?? ''}
          onType={(text) => search.onType(text === '' ? undefined : text)}
          end={<SearchHint search={search.value} total={total} />}
          className="w-64 min-w-24! shrink-[9999] max-sm:w-full"
        />
      )}
    </div>
  )
}

/** The filters button of a narrow window, the view switch, the filter chips, and the list's tools. */
function FilterLine({
  filters,
  views,
  chips,
  actions,
  onFilters,
}: ListFrameProps & { onFilters: () => void }) {
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2">
      <Button icon="filter" onClick={onFilters} className="min-[1100px]:hidden">
        {listLabels.filtersInUse(filters)}
      </Button>
      {views}
      <div
        className={classes(
          'flex min-w-0 flex-1 items-center gap-2 has-data-chips-open:order-last has-data-chips-open:basis-full',
          // A narrow window has no room for them next to the view switch.
          views !== undefined && Boolean(chips) && '@max-[760px]:order-last @max-[760px]:basis-full',
        )}
      >
        {chips}
      </div>
      {actions && <div className="ml-auto flex h-8 shrink-0 items-center justify-end gap-2">{actions}</div>}
    </div>
  )
}
