import { useEffect, useRef } from 'react'
import { type Location, useLocation, useMatches, useNavigationType } from 'react-router'
import { usePageName, usePanelName } from '#features/page-name.ts'
import { escapeInvisible } from '#lib/text/invisible-characters.ts'
import { announce } from '#ui/live-region.tsx'
import { titleOf } from '../shell/breadcrumbs.ts'
import { mainId } from '../shell/main-id.ts'
import { useViewName } from '../shell/view-breadcrumb.tsx'
import { restoreFocus, storeFocus } from './restore-focus.ts'

/**
 * Handles a completed navigation: sets the page title, announces it and focuses the page's content. Back and Forward
 * restore the previous focus instead. A change of only the query keeps the focus, although Back restores it; only the
 * name of an open panel is added to the title.
 * @param firstLocation where the page was opened: this code loads later, and somebody may have navigated before.
 */
export function useAnnounceNavigation(firstLocation: Location): void {
  const location = useLocation()
  const matches = useMatches()
  const how = useNavigationType()
  const deployment = matches.at(-1)?.params['deployment']
  const name = usePageName(matches.at(-1)?.pathname)
  const panel = usePanelName()
  const title = titleOf(matches)
  const view = useViewName(deployment)
  const seen = useRef<Pick<Location, 'pathname' | 'key'>>(firstLocation)

  useEffect(() => {
    const parts = [panel, view, name ?? title, deployment, 'Gatehouse']
    document.title = escapeInvisible(parts.filter(Boolean).join(' · '))
  }, [panel, view, name, title, deployment])

  useEffect(() => storeFocus(location.key), [location.key])

  useEffect(() => {
    const before = seen.current
    seen.current = { pathname: location.pathname, key: location.key }
    if (before.key === location.key) return undefined
    const moved = before.pathname !== location.pathname
    if (moved && title) announce(title)
    // The dialog was opened while the page loaded: it keeps the focus.
    if (document.activeElement?.closest('[role="dialog"]')) return undefined
    // A page that was opened before this code loaded may have focused its own field.
    if (before === firstLocation && document.activeElement !== document.body) return undefined
    if (how === 'POP') return restoreFocus(location.key)
    if (moved) document.getElementById(mainId)?.focus({ preventScroll: true })
    return undefined
  }, [location.key, location.pathname, how, title, firstLocation])
}
