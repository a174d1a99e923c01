import type { Me } from '#contract/answers/deployments.ts'
import { defaultFilter, type PageType, paths, secretsFilter } from '#lib/paths.ts'
import type { IconName } from '#ui/icon-name.ts'

export interface Destination {
  word: string
  icon: IconName
  /** The address with its whole query: what it opens is exactly what its number counts. */
  to: string
  /** The address without its query, by which it is told as the present one. */
  pathname: string
  count: number | undefined
  /** What is counted. */
  counted: string
}

export interface DestinationGroup {
  word: string
  destinations: readonly Destination[]
}

const defaultViewOf = (slug: string, type: PageType, me: Me | undefined) => {
  const path = paths.findings(slug, type)
  const views = me?.deployments.find((one) => one.slug === slug)?.defaultViews
  return views?.find(({ page }) => path.endsWith(`/${page}`))
}

/**
 * The list that a type of findings begins with, its whole query in the address: the person's default view of it, else the
 * open findings of the primary branches, and of secrets each once.
 */
export function startOf(slug: string, type: PageType, me: Me | undefined): string {
  const view = defaultViewOf(slug, type, me)
  if (view) return `${paths.findings(slug, type)}?${view.search}`
  return paths.findings(slug, type, type === 'secrets' ? secretsFilter : defaultFilter)
}

const pages = [
  { type: 'sast', word: 'Code', icon: 'code' },
  { type: 'sca', word: 'Supply chain', icon: 'package' },
  { type: 'secrets', word: 'Secrets', icon: 'lock' },
] as const

/**
 * Where the navigation leads in a deployment: the pages that exist, with the number of what each opens.
 * Nowhere in a deployment that is not there.
 */
export function destinationsOf(slug: string, me: Me | undefined): readonly DestinationGroup[] {
  const deployment = me?.deployments.find((one) => one.slug === slug)
  if (me && !deployment) return []
  const destinations = pages.map(({ type, word, icon }) => ({
    ...{ word, icon },
    to: startOf(slug, type, me),
    pathname: paths.findings(slug, type),
    count: deployment?.counts[type],
    counted: defaultViewOf(slug, type, me)
      ? 'in your view'
      : type === 'secrets'
        ? 'open, each once'
        : 'open on primary branches',
  }))
  const place = (word: string, icon: IconName, pathname: string, query = '') => ({
    ...{ word, icon, pathname, to: pathname + query, count: undefined, counted: '' },
  })
  const projects = { count: deployment?.counts.projects, counted: 'projects' }
  const places = [
    { ...place('Projects', 'folder', paths.projects(slug)), ...projects },
    place('Dependencies', 'layers', paths.dependencies(slug)),
    place('Policies', 'shield', paths.policies(slug)),
    place('Scans', 'scan', paths.scans(slug), '?since=30d'),
    place('Exports', 'download', paths.exports(slug)),
    place('Settings', 'settings', paths.settings(slug)),
  ]
  return [
    { word: 'Findings', destinations },
    { word: 'Deployment', destinations: places },
  ]
}
