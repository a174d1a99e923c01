import { useMemo } from 'react'
import type { Destination } from '../navigation.ts'
import { openDialog } from '../shortcuts/open-dialog.ts'
import { type EntryGroup, ranked } from './entries.ts'
import { labels } from './labels.ts'
import { pagesOf } from './pages.ts'
import { recentIn } from './recent.ts'
import { listSearchEntries } from './search-entries.ts'
import { readQuestion } from './search-question.ts'
import { useActions } from './use-actions.ts'
import { useSearchResults } from './use-search-results.ts'
import { useViews } from './use-views.ts'

/** The maximum number of listed views. */
const mostViews = 8

const onExport = (subject: { id: number; name: string }) => openDialog({ name: 'sbom', subject })

/** Returns the entries of the palette for a text, in groups, and the state of the search. */
export function usePaletteGroups(deployment: string, destinations: readonly Destination[], text: string) {
  const results = useSearchResults(deployment, text, { onExport })
  const { groups: found, waiting, error, noSuchFinding, unknownAdvisory, retry } = results
  const actions = useActions()
  const views = useViews(deployment)
  const recent = useMemo(() => recentIn(deployment), [deployment])
  const question = useMemo(() => readQuestion(text), [text])
  const isSearching = text.trim() !== ''
  const searches: EntryGroup = {
    label: labels.groups.search,
    items: isSearching ? listSearchEntries(deployment, question) : [],
  }
  const own: EntryGroup[] = [
    { label: labels.groups.recent, items: isSearching ? [] : recent },
    ...found.filter(({ label }) => label === labels.groups.finding),
    // A range has one meaning, which need not wait for the service.
    ...(question.hasVersions ? [searches] : []),
    { label: labels.groups.pages, items: ranked(text, pagesOf(deployment, destinations)) },
    { label: labels.groups.views, items: ranked(text, views).slice(0, mostViews) },
    { label: labels.groups.actions, items: ranked(text, actions) },
    // Results of the service are last, so that they do not move other entries when they arrive.
    ...found.filter(({ label }) => label !== labels.groups.finding),
  ].filter(({ items }) => items.length > 0)
  const answers = own.reduce((sum, { items }) => sum + items.length, 0)
  // Until the answers are there, Enter must not open a list in place of the best of them.
  const hasSearches = !question.hasVersions && isSearching && !(waiting && answers === 0)
  const groups = hasSearches ? [...own, searches] : own

  const status = () => {
    if (waiting) return labels.searching
    if (noSuchFinding !== undefined) return labels.noSuchFinding(noSuchFinding)
    if (!isSearching || error) return undefined
    if (unknownAdvisory !== undefined) return labels.noFindingNames(unknownAdvisory)
    if (answers > 0) return labels.results(answers)
    return question.weakness ? labels.noRuleWith(question.weakness.label) : labels.noResults
  }
  return {
    groups,
    entries: groups.flatMap(({ items }) => items),
    status: status(),
    error,
    waiting,
    retry,
  }
}
