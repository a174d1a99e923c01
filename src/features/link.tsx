import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  to: To
}

/**
 * A link to another page of the dashboard. The router's own one brings all that prefetches scripts and data of pages
 * that a server draws; this is the rest: a plain click goes there, every other click is the browser's.
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
    // As a browser does with a link to where one is: no second entry in the history.
    void navigate(to, { replace: target === present })
  }
  return <a {...rest} href={useHref(to)} onClick={press} />
}
