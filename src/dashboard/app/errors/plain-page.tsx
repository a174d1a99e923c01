import type { ReactNode } from 'react'
import { Link } from '#features/link.tsx'
import { paths } from '#lib/urls/paths.ts'
import { Wordmark } from '#ui/icon/wordmark.tsx'
import { mainId } from '../shell/main-id.ts'

/** A page outside any deployment, and so without the frame. */
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
