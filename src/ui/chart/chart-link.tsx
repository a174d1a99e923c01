import type { ReactNode } from 'react'

interface ChartLinkProps {
  href: string | undefined
  onFollow?: ((href: string) => void) | undefined
  children: ReactNode
}

/** A number of a chart: a link where it has a list. A plain click goes through `onFollow`; every other is the browser's. */
export function ChartLink({ href, onFollow, children }: ChartLinkProps) {
  if (href === undefined) return children
  return (
    <a
      href={href}
      className="text-accent hover:underline"
      onClick={(event) => {
        if (!onFollow || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onFollow(href)
      }}
    >
      {children}
    </a>
  )
}
