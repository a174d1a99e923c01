import { useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import { usePageName, usePanelName } from '#features/page-name.ts'
import { escapeInvisible } from '#lib/text/invisible-characters.ts'
import { announce } from '#ui/live-region.tsx'
import { titleOf } from '../shell/breadcrumbs.ts'
import { mainId } from '../shell/main-id.ts'
import { useViewName } from '../shell/view-breadcrumb.tsx'
import { restoreFocus, storeFocus } from './restore-focus.ts'

/**
 * Says where a navigation has led: sets the page's title, says it aloud and moves the focus to the page's content.
 * Back and Forward put the focus where it was instead. A change of the query alone is no arrival: the focus stays,
 * but Back restores it; the title only gains the name of what is open beside the page.
 */
export function useAnnounceNavigation(): void {
  const location = useLocation()
  const matches = useMatches()
  const how = useNavigationType()
  const deployment = matches.at(-1)?.params['deployment']
  const name = usePageName(matches.at(-1)?.pathname)
  const panel = usePanelName()
  const title = titleOf(matches)
  const view = useViewName(deployment)
  const seen = useRef({ pathname: location.pathname, key: location.key })

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
    // Opened while the page was on its way: what is typed there stays there.
    if (document.activeElement?.closest('[role="dialog"]')) return undefined
    if (how === 'POP') return restoreFocus(location.key)
    if (moved) document.getElementById(mainId)?.focus({ preventScroll: true })
    return undefined
  }, [location.key, location.pathname, how, title])
}
