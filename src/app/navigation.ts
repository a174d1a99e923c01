import type { Me } from '#contract/answers/deployments.ts'
import { defaultFilter, paths, secretsFilter } from '#lib/paths.ts'
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
          to: paths.findings(slug, 'sast', defaultFilter),
          pathname: paths.findings(slug, 'sast'),
          count: counts?.sast,
        },
        {
          word: 'Supply chain',
          icon: 'package',
          to: paths.findings(slug, 'sca', defaultFilter),
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
