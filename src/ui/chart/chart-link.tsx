import type { MouseEvent, ReactNode } from 'react'

interface ChartLinkProps {
  href: string | undefined
  onFollow?: ((href: string) => void) | undefined
  children: ReactNode
}

/** What a press on a link does: a plain click goes through `onFollow`; every other is the browser's. */
export function followClick(href: string, onFollow: ((href: string) => void) | undefined) {
  return (event: MouseEvent) => {
    if (!onFollow || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow(href)
  }
}

/** A number of a chart: a link where it has a list. */
export function ChartLink({ href, onFollow, children }: ChartLinkProps) {
  if (href === undefined) return children
  return (
    <a href={href} className="text-accent hover:underline" onClick={followClick(href, onFollow)}>
      {children}
    </a>
  )
}
