import type { ReactNode } from 'react'
import { plural } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { infiniteLabels } from './infinite-labels.ts'

interface MoreFootProps {
  rows: number | undefined
  total: number | undefined
  /** The singular noun of the list: `rule`. */
  noun: string
  nouns?: string | undefined
  /** Loads the next rows; undefined if all are loaded. */
  more: (() => unknown) | undefined
  loading: boolean
  children?: ReactNode
}

/** The footer of an infinite list: how many of its rows are loaded. */
export function InfiniteFooter({ rows, total, noun, nouns, more, loading, children }: MoreFootProps) {
  const all = total ?? rows ?? 0
  const text =
    rows === undefined
      ? loading
        ? infiniteLabels.loading
        : '–'
      : rows < all
        ? infiniteLabels.loaded(rows, plural(all, noun, nouns))
        : all > 1
          ? infiniteLabels.allLoaded(plural(all, noun, nouns))
          : plural(all, noun, nouns)
  return (
    <div className="flex h-11 shrink-0 items-center gap-3 border-t border-line bg-surface-0 px-4 text-2 max-sm:px-3">
      <span className="whitespace-nowrap">{text}</span>
      <span className="flex min-w-0 flex-1 items-center">{children}</span>
      {more && (
        <Button onClick={() => more()} loading={loading}>
          {infiniteLabels.loadMore}
        </Button>
      )}
    </div>
  )
}
