import { type ReactNode, useId } from 'react'
import { ErrorPanel } from '#features/error-panel.tsx'
import { classes } from '#ui/classes.ts'
import { ActivityBar } from '#ui/status/activity-bar.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from './labels.ts'

interface PanelProps {
  title: string
  /** Shown at the end of the heading's line. */
  end?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A panel of a page with its heading. */
export function Panel({ title, end, children, className }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('min-w-0 border-t border-line py-4', className)}>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={id} className="min-w-0 flex-1 text-lg font-semibold">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  )
}

interface QueryContentProps<T> {
  query: {
    data: T | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  /** The error title: `The scans could not be loaded`. */
  failed: string
  /** The number of skeleton lines. */
  skeletonLines: number
  children: (data: T) => ReactNode
}

/** The content of a query in each state: loading, loaded, refetching, failed with or without data. */
export function QueryContent<T>({ query, failed, skeletonLines, children }: QueryContentProps<T>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined && error) {
    return (
      <ErrorPanel
        error={error}
        title={failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-4!"
      />
    )
  }
  if (data === undefined) {
    return (
      <div aria-busy className="grid gap-4 py-2">
        <span className="sr-only">{labels.loading}</span>
        {Array.from({ length: skeletonLines }, (_, line) => (
          <Skeleton key={line} />
        ))}
      </div>
    )
  }
  return (
    <div className="relative">
      {isFetching && <ActivityBar />}
      {error && <p className="pb-2 text-caution">{labels.stale(failed)}</p>}
      {children(data)}
    </div>
  )
}
