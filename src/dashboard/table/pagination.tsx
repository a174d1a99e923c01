import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from './labels.ts'
import { pageSizes, rangeText } from './pages.ts'

interface PaginationProps {
  /** The number of rows before the first visible one; undefined if unknown. */
  start: number | undefined
  rows: number
  total: number | undefined
  /** The noun of the count, if it is not rows: `projects`. */
  unit?: string | undefined
  loading: boolean
  /** The request failed, so there is nothing to count. */
  failed: boolean
  pageSize: number
  onPageSize: (size: number) => void
  /** Undefined if there is no previous, or next, page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  children?: ReactNode
}

/** The footer of a table: the visible range and total, the page size, and buttons for the previous and next page. */
export function Pagination(props: PaginationProps) {
  const { start, rows, total, unit, loading, failed, pageSize, onPageSize, onPrevious, onNext, children } =
    props
  const sizes: number[] = [...pageSizes]
  if (!sizes.includes(pageSize)) sizes.push(pageSize)
  return (
    <nav
      aria-label={labels.pages.label}
      className="@container flex h-11 shrink-0 items-center gap-3 border-t border-line bg-surface-0 px-4 text-2 max-sm:px-3"
    >
      <span className="whitespace-nowrap">
        {loading
          ? labels.pages.loading
          : failed
            ? '–'
            : [rangeText({ start, rows, total }), unit].filter(Boolean).join(' ')}
      </span>
      <NativeSelect
        aria-label={labels.pages.size}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
        className="h-7 w-32 shrink-0 @max-[480px]:hidden"
      >
        {sizes
          .toSorted((a, b) => a - b)
          .map((size) => (
            <option key={size} value={size}>
              {labels.pages.perPage(size)}
            </option>
          ))}
      </NativeSelect>
      <span className="flex min-w-0 flex-1 items-center">{children}</span>
      <Button
        size="medium"
        onClick={onPrevious}
        hint={labels.pages.previousHint}
        disabledReason={onPrevious ? undefined : labels.pages.isFirst}
      >
        {labels.pages.previous}
      </Button>
      <Button
        size="medium"
        onClick={onNext}
        hint={labels.pages.nextHint}
        disabledReason={onNext ? undefined : labels.pages.isLast}
      >
        {labels.pages.next}
      </Button>
    </nav>
  )
}
