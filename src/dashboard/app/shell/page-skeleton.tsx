import { Skeleton } from '#ui/status/skeleton.tsx'
import { labels } from '../labels.ts'

/** Replaces a page while its code loads. */
export function PageSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-5 px-4 py-4">
      <span className="sr-only">{labels.loadingPage}</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="w-72" />
    </div>
  )
}
