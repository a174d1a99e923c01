import { useQueries, useQuery } from '@tanstack/react-query'
import { exportCountOptions } from '#api/dependencies/sbom.ts'
import { meOptions } from '#api/me.ts'
import { ImportLink } from '#features/import-link.tsx'
import { countsExcludingFacet } from '#features/list/filters/exclude-facet.ts'
import { NoMatches } from '#features/list/no-matches.tsx'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { chipsOf, type ExportsState, type exportsShape, filterOf, noFilter } from './search-params.ts'

interface EmptyExportsProps {
  deployment: string
  state: ExportsState
  change: ChangeSearch<typeof exportsShape>
  /** The name of the filtered project. */
  project: string
}

/** Shown instead of rows if there are no exports or none matches. */
export function EmptyExports({ deployment, state, change, project }: EmptyExportsProps) {
  const filters = chipsOf(state, project)
  const { data: me } = useQuery(meOptions())
  const isEmpty = me?.deployments.find(({ slug }) => slug === deployment)?.counts.projects === 0
  const all = useQuery({ ...exportCountOptions(deployment, {}), enabled: filters.length > 0 })
  const without = useQueries({
    queries: filters.map(({ name }) =>
      exportCountOptions(deployment, filterOf({ ...state, [name]: undefined })),
    ),
  })
  if (filters.length === 0 || all.data === 0) {
    return (
      <EmptyState
        icon="download"
        title={labels.empty.title}
        actions={isEmpty && <ImportLink deployment={deployment} />}
      >
        {labels.empty.text}
      </EmptyState>
    )
  }
  return (
    <NoMatches
      noun={labels.noun}
      filters={filters}
      without={countsExcludingFacet(
        filters,
        without.map(({ data }) => ({ data: data ?? undefined })),
      )}
      onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
      onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}
