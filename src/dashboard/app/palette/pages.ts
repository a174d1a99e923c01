import { shortcutsIn } from '#features/shortcuts/shortcuts.ts'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { sectionLabels } from '#pages/settings/section-labels.ts'
import { sectionPath, sections } from '#pages/settings/sections.ts'
import { labels as shellLabels } from '../labels.ts'
import type { Destination } from '../navigation.ts'
import type { Entry } from './entries.ts'
import { labels } from './labels.ts'

/** Returns an entry for every page; settings pages are listed only in a search. */
export function pagesOf(deployment: string, destinations: readonly Destination[]): Entry[] {
  const keys = shortcutsIn('anywhere').flatMap(
    ([
      ,
      {
        keys: [key],
        page,
      },
    ]) => (page && key ? [[page(deployment), key] as const] : []),
  )
  const pages = destinations.map(({ word, icon, to, pathname, count, counted }) => ({
    id: `page ${pathname}`,
    label: word,
    detail: count === undefined ? undefined : `${formatNumber(count)} ${counted}`,
    icon,
    to,
    keys: keys.find(([page]) => page === pathname)?.[1],
  }))
  const ofSettings = sections.slice(1).map((section) => ({
    id: `settings ${section}`,
    label: sectionLabels[section],
    detail: labels.ofSettings,
    icon: 'settings' as const,
    to: sectionPath(deployment, section),
    onlyInSearch: true,
  }))
  const importing: Entry = {
    id: 'page import',
    label: shellLabels.pages.importScans,
    icon: 'plus',
    to: paths.import(deployment),
  }
  return [...pages, importing, ...ofSettings]
}
