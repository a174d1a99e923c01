import { type ReactNode, type Ref, Suspense, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { lateDialog } from '#ui/late.tsx'
import { TypedInput } from '#ui/typed-input.tsx'
import { LeftOut } from './left-out.tsx'
import { RailColumn } from './rail-place.tsx'

const Drawer = lateDialog(() => import('#ui/drawer.tsx').then((module) => module.Drawer))

interface ListFrameProps {
  title: ReactNode
  /** The name of the list, for the region. */
  label: string
  /** How many match; undefined until it is known. */
  total: number | undefined
  search?: {
    ref?: Ref<HTMLInputElement>
    label: string
    placeholder: string
    value: string | undefined
    onType: (text: string | undefined) => void
  }
  /** The filter in words: `<Chips …/>`. */
  chips: ReactNode
  /** How many filters are set, for the button of a narrow window. */
  filters: number
  /** The groups of the rail. */
  rail: ReactNode
  /** Between the title and the chips: a larger field than the search. */
  below?: ReactNode
  /** Beside the search field, and at the end of the line of chips. */
  tools?: ReactNode
  actions?: ReactNode
  /** What of the address could not be read. */
  dropped: readonly string[]
  /** Between the head and the rows. */
  over?: ReactNode
  /** The table and the line under it. */
  children: ReactNode
}

/** A list with its filters: the rail, the head with search and chips, the rows. It fills the page. */
export function ListFrame(props: ListFrameProps) {
  const {
    title,
    label,
    total,
    search,
    chips,
    filters,
    rail,
    below,
    tools,
    actions,
    dropped,
    over,
    children,
  } = props
  const [drawer, setDrawer] = useState(false)
  const groups = <div className="flex flex-col gap-4 pb-6">{rail}</div>
  return (
    <div className="flex h-full min-h-90 min-w-0">
      <RailColumn>{groups}</RailColumn>
      <section aria-label={label} className="flex min-w-0 flex-1 flex-col">
        <div className="@container flex shrink-0 flex-col gap-2 px-4 pt-3 pb-2 max-sm:px-3">
          <div className="flex min-h-8 items-center gap-3 max-sm:flex-wrap max-sm:gap-y-1">
            <h1 className="min-w-24 truncate text-xl font-semibold">{title}</h1>
            <span className="min-w-10 text-base text-3">
              {total === undefined ? '' : formatNumber(total)}
            </span>
            <span className="flex min-h-8 flex-1 items-center justify-end gap-2">{tools}</span>
            {search && (
              <TypedInput
                ref={search.ref ?? null}
                label={search.label}
                placeholder={search.placeholder}
                icon="search"
                value={search.value ?? ''}
                onType={(text) => search.onType(text === '' ? undefined : text)}
                end={!search.value && <Kbd className="max-sm:hidden">/</Kbd>}
                className="w-64 min-w-24! max-sm:w-full"
              />
            )}
          </div>
          {below}
          <div className="flex h-8 min-w-0 items-center gap-2">
            <Button icon="filter" onClick={() => setDrawer(true)} className="min-[1100px]:hidden">
              Filters{filters > 0 && ` ${filters}`}
            </Button>
            <div className="flex min-w-0 flex-1 items-center gap-2">{chips}</div>
            {actions && <div className="flex h-8 shrink-0 items-center justify-end gap-2">{actions}</div>}
          </div>
        </div>
        {dropped.length > 0 && <LeftOut key={dropped.join('\n')} sentences={dropped} />}
        {over}
        {children}
      </section>
      {drawer && (
        <Suspense>
          <Drawer open onClose={() => setDrawer(false)} title="Filters" side="left">
            {groups}
          </Drawer>
        </Suspense>
      )}
    </div>
  )
}
