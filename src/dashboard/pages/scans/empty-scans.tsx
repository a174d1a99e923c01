import { useQueries, useQuery } from '@tanstack/react-query'
import { scanCountOptions } from '#api/scans/scans.ts'
import { ImportLink } from '#features/import-link.tsx'
import { countsExcludingFacet } from '#features/list/filters/exclude-facet.ts'
import { NoMatches } from '#features/list/no-matches.tsx'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { chipsOf, noFilter, type ScansState, type scansShape, searchOf } from './search-params.ts'

interface EmptyScansProps {
  deployment: string
  state: ScansState
  change: ChangeSearch<typeof scansShape>
}

/** Shown instead of rows if there are no scans or none matches. */
export function EmptyScans({ deployment, state, change }: EmptyScansProps) {
  const filters = chipsOf(state)
  const all = useQuery({ ...scanCountOptions(deployment, {}), enabled: filters.length > 0 })
  const without = useQueries({
    queries: filters.map(({ name }) =>
      scanCountOptions(deployment, searchOf({ ...state, [name]: undefined })),
    ),
  })
  if (filters.length === 0 || all.data === 0) {
    return (
      <EmptyState icon="scan" title={labels.empty.title} actions={<ImportLink deployment={deployment} />}>
        {labels.empty.text}
      </EmptyState>
    )
  }
  return (
    <NoMatches
      noun={labels.noun}
      filters={filters}
      without={countsExcludingFacet(filters, without)}
      onRemove={(name) => change({ [name]: undefined }, { kind: 'choice', group: name })}
      onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}
