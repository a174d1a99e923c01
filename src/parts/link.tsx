import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To
}

/**
 * A link to another page of the dashboard. The router's own one brings, for pages that a server has drawn, all that
 * prefetches their scripts and data; this is the rest of it.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...rest} href={useHref(to)} onClick={press} />
}
