import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  to: To
}

/**
 * A link to another page of the dashboard. The router's own link includes prefetching for server-rendered pages; this
 * one only navigates on a plain click and leaves every other click to the browser.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const target = createPath(useResolvedPath(to))
  const present = createPath(useLocation())
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    // Like the browser, a link to the current URL adds no history entry.
    void navigate(to, { replace: target === present })
  }
  return <a {...rest} href={useHref(to)} onClick={press} />
}
