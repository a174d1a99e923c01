import type { ReactNode } from 'react'
import { httpUrl } from '#lib/urls/http-url.ts'
import { Icon } from '../icon/icon.tsx'

interface WebLinkProps {
  /** An external URL; only http and https are linked. */
  href: string | null | undefined
  children: ReactNode
}

/** A link that leaves the dashboard. A URL that may not be followed is shown as text. */
export function WebLink({ href, children }: WebLinkProps) {
  const address = httpUrl(href)
  if (!address) return <>{children}</>
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex max-w-full items-center gap-1 rounded-sm text-accent underline-offset-2 hover:underline"
    >
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Icon name="external" className="size-3.5" />
    </a>
  )
}
