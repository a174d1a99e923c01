import { useMemo } from 'react'
import type { Destination } from '../navigation.ts'
import { type EntryGroup, ranked } from './entries.ts'
import { labels } from './labels.ts'
import { pagesOf } from './pages.ts'
import { recentIn } from './recent.ts'
import { useActions } from './use-actions.ts'
import { useSearchResults } from './use-search-results.ts'
import { useViews } from './use-views.ts'

/** The maximum number of listed views. */
const mostViews = 8

/** Returns the entries of the palette for a text, in groups, and the state of the search. */
export function usePaletteGroups(deployment: string, destinations: readonly Destination[], text: string) {
  const { groups: found, waiting, error, noSuchFinding, retry } = useSearchResults(deployment, text)
  const actions = useActions()
  const views = useViews(deployment)
  const recent = useMemo(() => recentIn(deployment), [deployment])
  const isSearching = text.trim() !== ''
  const groups: EntryGroup[] = [
    { label: labels.groups.recent, items: isSearching ? [] : recent },
    ...found.filter(({ label }) => label === labels.groups.finding),
    { label: labels.groups.pages, items: ranked(text, pagesOf(deployment, destinations)) },
    { label: labels.groups.views, items: ranked(text, views).slice(0, mostViews) },
    { label: labels.groups.actions, items: ranked(text, actions) },
    // Results of the service are last, so that they do not move other entries when they arrive.
    ...found.filter(({ label }) => label !== labels.groups.finding),
  ].filter(({ items }) => items.length > 0)
  const entries = groups.flatMap(({ items }) => items)

  const status = () => {
    if (waiting) return labels.searching
    if (noSuchFinding !== undefined) return labels.noSuchFinding(noSuchFinding)
    if (!isSearching || error) return undefined
    return entries.length === 0 ? labels.noResults : labels.results(entries.length)
  }
  return { groups, entries, status: status(), error, waiting, retry }
}
