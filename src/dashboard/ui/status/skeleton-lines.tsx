import { labels } from '../labels.ts'
import { Skeleton } from './skeleton.tsx'

/** Skeletons of the entries of a list that is loading. */
export function SkeletonLines({ count }: { count: number }) {
  return (
    <div aria-busy className="grid gap-3">
      <span className="sr-only">{labels.loading}</span>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className="grid h-20 content-center gap-2 rounded border border-line px-3">
          <span className="w-2/3">
            <Skeleton />
          </span>
          <span className="w-1/2">
            <Skeleton />
          </span>
        </span>
      ))}
    </div>
  )
}
