import type { Me } from '#contract/responses/deployments.ts'
import { defaultFilter, type PageType, paths, secretsFilter } from '#lib/urls/paths.ts'
import type { IconName } from '#ui/icon/icon-name.ts'
import { labels } from './labels.ts'

export interface Destination {
  word: string
  icon: IconName
  /** The URL with its whole query: its list has exactly the displayed count. */
  to: string
  /** The URL without its query, to detect the current page. */
  pathname: string
  count: number | undefined
  /** The noun of the count. */
  counted: string
}

export interface DestinationGroup {
  /** The heading; empty for the overview alone. */
  word: string
  destinations: readonly Destination[]
}

const defaultViewOf = (slug: string, type: PageType, me: Me | undefined) => {
  const path = paths.findings(slug, type)
  const views = me?.deployments.find((one) => one.slug === slug)?.defaultViews
  return views?.find(({ page }) => path.endsWith(`/${page}`))
}

/**
 * Returns the initial list of a type of findings, with its whole query in the URL: the person's default view, otherwise
 * the open findings of primary branches, with each secret once.
 */
export function startOf(slug: string, type: PageType, me: Me | undefined): string {
  const view = defaultViewOf(slug, type, me)
  if (view) return `${paths.findings(slug, type)}?${view.search}`
  return paths.findings(slug, type, type === 'secrets' ? secretsFilter : defaultFilter)
}

const pages = [
  { type: 'sast', word: labels.navigation.code, icon: 'code' },
  { type: 'sca', word: labels.navigation.supplyChain, icon: 'package' },
  { type: 'secrets', word: labels.navigation.secrets, icon: 'key' },
] as const

/**
 * Returns the navigation links of a deployment: its pages with their counts. Empty if the deployment does not exist.
 */
export function destinationsOf(slug: string, me: Me | undefined): readonly DestinationGroup[] {
  const deployment = me?.deployments.find((one) => one.slug === slug)
  if (me && !deployment) return []
  const destinations = pages.map(({ type, word, icon }) => ({
    word,
    icon,
    to: startOf(slug, type, me),
    pathname: paths.findings(slug, type),
    count: deployment?.counts[type],
    counted: defaultViewOf(slug, type, me)
      ? labels.navigation.counted.view
      : type === 'secrets'
        ? labels.navigation.counted.secrets
        : labels.navigation.counted.findings,
  }))
  const linkTo = (
    word: string,
    icon: IconName,
    pathname: string,
    counts?: 'inbox' | 'projects',
    query = '',
  ) => {
    const count = counts && (deployment?.counts[counts] ?? undefined)
    const counted = counts ? labels.navigation.counted[counts] : ''
    return { word, icon, pathname, to: pathname + query, count, counted }
  }
  const links = [
    linkTo(labels.navigation.projects, 'folder', paths.projects(slug), 'projects'),
    linkTo(labels.navigation.dependencies, 'layers', paths.dependencies(slug)),
    linkTo(labels.navigation.policies, 'shield', paths.policies(slug)),
    linkTo(labels.navigation.scans, 'scan', paths.scans(slug), undefined, '?since=30d'),
    linkTo(labels.navigation.approvals, 'check', `${paths.deployment(slug)}/approvals`),
    linkTo(labels.navigation.exports, 'download', paths.exports(slug)),
    linkTo(labels.navigation.settings, 'settings', paths.settings(slug)),
  ]
  return [
    {
      word: '',
      destinations: [
        linkTo(labels.navigation.overview, 'overview', paths.deployment(slug)),
        linkTo(labels.navigation.inbox, 'inbox', `${paths.deployment(slug)}/inbox`, 'inbox'),
      ],
    },
    { word: labels.navigation.groups.findings, destinations },
    { word: labels.navigation.groups.deployment, destinations: links },
  ]
}
