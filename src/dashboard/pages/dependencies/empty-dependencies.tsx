import { useQueries, useQuery } from '@tanstack/react-query'
import { dependencyCountOptions } from '#api/dependencies/dependencies.ts'
import { ImportLink } from '#features/import-link.tsx'
import { countsExcludingFacet } from '#features/list/filters/exclude-facet.ts'
import { NoMatches } from '#features/list/no-matches.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { chipsOf, filterOf, noFilter } from './search-params.ts'
import { useProjectNames } from './use-project-names.ts'
import type { ViewProps } from './view-props.ts'

/** Shown instead of rows if no scan has reported dependencies or none matches. */
export function EmptyDependencies({
  deployment,
  state,
  change,
}: Pick<ViewProps, 'deployment' | 'state' | 'change'>) {
  const nameOf = useProjectNames(deployment, filterOf(state))
  const narrowed = chipsOf(state, nameOf)
  const filters =
    state.q === undefined
      ? narrowed
      : [{ name: 'q' as const, label: labels.params.q, value: state.q }, ...narrowed]
  const all = useQuery({ ...dependencyCountOptions(deployment, {}), enabled: filters.length > 0 })
  const without = useQueries({
    queries: filters.map(({ name }) =>
      dependencyCountOptions(deployment, filterOf({ ...state, [name]: undefined })),
    ),
  })
  if (filters.length === 0 || all.data === 0) return <NoneYet deployment={deployment} />
  return (
    <NoMatches
      noun={labels.nouns.dependency}
      nouns={labels.nouns.dependencies}
      filters={filters}
      without={countsExcludingFacet(filters, without)}
      onRemove={(name) => change({ [name]: undefined, open: undefined }, { kind: 'choice', group: name })}
      onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}

function NoneYet({ deployment }: { deployment: string }) {
  return (
    <EmptyState icon="layers" title={labels.empty.title} actions={<ImportLink deployment={deployment} />}>
      {labels.empty.text}
    </EmptyState>
  )
}
