import { useQueries } from '@tanstack/react-query'
import { auditCountOptions } from '#api/audit.ts'
import { countsExcludingFacet } from '#features/list/filters/exclude-facet.ts'
import { NoMatches } from '#features/list/no-matches.tsx'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { labels } from './labels.ts'
import { type AuditState, type auditShape, chipsOf, filterOf, noFilter } from './search-params.ts'

interface EmptyAuditProps {
  deployment: string
  state: AuditState
  change: ChangeSearch<typeof auditShape>
}

/** Shown instead of rows if there are no events or none matches. */
export function EmptyAudit({ deployment, state, change }: EmptyAuditProps) {
  const filters = chipsOf(state)
  const without = useQueries({
    queries: filters.map(({ name }) =>
      auditCountOptions(deployment, filterOf({ ...state, [name]: undefined })),
    ),
  })
  if (filters.length === 0) {
    return (
      <EmptyState icon="info" title={labels.empty.title}>
        {labels.empty.body}
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
