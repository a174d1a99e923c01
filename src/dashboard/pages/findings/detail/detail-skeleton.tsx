import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { text } from './labels.ts'

const codeLines = ['w-2/5', 'w-3/5', 'w-4/5', 'w-1/2', 'w-1/3']

/** The header of a finding in its final size, before any data has loaded. */
export function HeadSkeleton({ level }: { level: 1 | 2 }) {
  return (
    <div aria-hidden>
      <div className="flex h-8 items-center">
        <Skeleton className="w-20" />
      </div>
      <div className={level === 1 ? 'flex h-8 items-center' : 'flex h-6.5 items-center'}>
        <Skeleton className="h-4 w-3/4" />
      </div>
      {level === 2 && (
        <div className="flex h-5 items-center">
          <Skeleton className="w-1/2" />
        </div>
      )}
      <div className="flex h-6 items-center">
        <Skeleton className="w-2/3" />
      </div>
      <div className="mt-1.5 flex h-5 items-center">
        <Skeleton className="w-1/2" />
      </div>
      <div className="mt-3 flex gap-2">
        {['w-16', 'w-24', 'w-20', 'w-20'].map((width, index) => (
          <Skeleton key={index} className={`h-8 rounded ${width}`} />
        ))}
      </div>
    </div>
  )
}

/** The delay, in milliseconds, before a skeleton is shown; a shorter wait looks like a page change. */
const delay = 250

/**
 * The body of a finding whose header is rendered. It stays empty for a moment and then shows a skeleton, so that
 * stepping through a list does not flicker.
 */
export function BodyComing() {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return waited ? <BodySkeleton /> : null
}

/** Skeletons of the sections of a finding. */
export function BodySkeleton() {
  return (
    <div aria-busy>
      <span className="sr-only">{text.loading}</span>
      <div className="border-b border-line py-4">
        <Skeleton className="mb-3 mt-1.5 w-16" />
        <div className="rounded border border-line">
          <div className="flex h-8 items-center border-b border-line px-3">
            <Skeleton className="w-48" />
          </div>
          <div className="space-y-[7px] px-3 py-2.5">
            {codeLines.map((width) => (
              <Skeleton key={width} className={width} />
            ))}
          </div>
        </div>
      </div>
      <div className="border-b border-line py-4">
        <Skeleton className="mb-4 mt-1.5 w-20" />
        <div className="space-y-2">
          <Skeleton />
          <Skeleton className="w-11/12" />
          <Skeleton className="w-2/3" />
        </div>
      </div>
      <div className="space-y-3 py-4">
        <Skeleton className="mb-4 mt-1.5 w-16" />
        {codeLines.map((width) => (
          <div key={width} className="flex gap-3">
            <Skeleton className="w-24" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
    </div>
  )
}
