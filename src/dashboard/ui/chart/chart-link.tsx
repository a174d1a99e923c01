import type { MouseEvent, ReactNode } from 'react'

interface ChartLinkProps {
  href: string | undefined
  onFollow?: ((href: string) => void) | undefined
  children: ReactNode
}

/** Handles a press on a link: a plain click uses `onFollow`; every other is left to the browser. */
export function followClick(href: string, onFollow: ((href: string) => void) | undefined) {
  return (event: MouseEvent) => {
    if (!onFollow || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow(href)
  }
}

/** A number of a chart, linked if it has a list. */
export function ChartLink({ href, onFollow, children }: ChartLinkProps) {
  if (href === undefined) return children
  return (
    <a href={href} className="text-accent hover:underline" onClick={followClick(href, onFollow)}>
      {children}
    </a>
  )
}
