import type { Me } from '#contract/answers/deployments.ts'
import { defaultFilter, type PageType, paths, secretsFilter } from '#lib/paths.ts'
import type { IconName } from '#ui/icon-paths.ts'

export interface Destination {
  word: string
  icon: IconName
  /** The address with its whole query: what it opens is exactly what its number counts. */
  to: string
  /** The address without its query, by which it is told as the present one. */
  pathname: string
  count: number | undefined
  /** What is counted, where that is not what is open on primary branches. */
  counted?: string
}

export interface DestinationGroup {
  word: string
  destinations: readonly Destination[]
}

/**
 * The list that a type of findings begins with, its whole query in the address: the person's default view of it, else the
 * open findings of the primary branches.
 */
export function startOf(slug: string, type: PageType, me: Me | undefined): string {
  const views = me?.deployments.find((one) => one.slug === slug)?.defaultViews
  const path = paths.findings(slug, type)
  const view = views?.find(({ page }) => path.endsWith(`/${page}`))
  return view ? `${path}?${view.search.replace(/^\?/, '')}` : paths.findings(slug, type, defaultFilter)
}

/**
 * Where the navigation leads in a deployment: the pages that exist, with the number of what each opens.
 * Nowhere in a deployment that is not there.
 */
export function destinationsOf(slug: string, me: Me | undefined): readonly DestinationGroup[] {
  const deployment = me?.deployments.find((one) => one.slug === slug)
  if (me && !deployment) return []
  const counts = deployment?.counts
  return [
    {
      word: 'Findings',
      destinations: [
        {
          word: 'Code',
          icon: 'code',
          to: startOf(slug, 'sast', me),
          pathname: paths.findings(slug, 'sast'),
          count: counts?.sast,
        },
        {
          word: 'Supply chain',
          icon: 'package',
          to: startOf(slug, 'sca', me),
          pathname: paths.findings(slug, 'sca'),
          count: counts?.sca,
        },
        {
          word: 'Secrets',
          icon: 'lock',
          to: paths.findings(slug, 'secrets', secretsFilter),
          pathname: paths.findings(slug, 'secrets'),
          count: counts?.secrets,
          counted: 'open, each once',
        },
      ],
    },
  ]
}
