import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { mainId } from './main-id.ts'

/** A page that stands in no deployment, and so without the frame. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className="min-h-dvh px-4 py-3 outline-none">
      <Link to={paths.home()} className="no-underline">
        <Wordmark />
      </Link>
      {children}
    </main>
  )
}
