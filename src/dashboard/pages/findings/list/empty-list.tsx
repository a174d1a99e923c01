import { useQuery } from '@tanstack/react-query'
import { facetsOptions } from '#api/findings/findings.ts'
import { projectOptions } from '#api/projects/projects.ts'
import { ImportLink } from '#features/import-link.tsx'
import { NoMatches } from '#features/list/no-matches.tsx'
import { isUnscanned } from '#features/project-findings.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { describeFilter } from '../filters/filter-descriptions.ts'
import { listLabels } from '../labels.ts'
import { isFiltered, type ListState, requestOf, withFilter, withoutFilter } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface EmptyListProps {
  deployment: string
  state: ListState
  change: ChangeList
  total: number | undefined
}

/** Shown instead of rows: no findings, no matches, or a page past the end. */
export function EmptyList({ deployment, state, change, total }: EmptyListProps) {
  const filtered = isFiltered(state)
  const all = useQuery({
    ...facetsOptions(deployment, { issue_type: state.type }),
    enabled: filtered && total === 0,
  })
  const unscanned = useUnscanned(deployment, state, total === 0)
  if (total !== undefined && total > 0) {
    const last = Math.ceil(total / state.pageSize) - 1
    return (
      <EmptyState
        icon="finding"
        title={listLabels.pastEnd}
        actions={
          <Button
            onClick={() =>
              change((now) => ({ ...now, page: last, after: undefined }), { kind: 'choice', group: 'page' })
            }
          >
            {listLabels.lastPage}
          </Button>
        }
      >
        {listLabels.pastEndDetail(total)}
      </EmptyState>
    )
  }
  if (unscanned) {
    return (
      <EmptyState
        icon="finding"
        title={listLabels.neverScanned(unscanned)}
        actions={<ImportLink deployment={deployment} />}
      >
        {listLabels.neverScannedDetail}
      </EmptyState>
    )
  }
  if (filtered && all.data?.total !== 0) return <NoneOfThese {...{ deployment, state, change }} />
  return <NoFindings type={state.type} deployment={deployment} />
}

/** Returns the project of an empty list if it is of one alone, which was never scanned: then it is not known to have none. */
function useUnscanned(deployment: string, { filter }: ListState, isEmpty: boolean): string | undefined {
  const [name = '', ...others] = filter.repos ?? []
  const isOne = name !== '' && others.length === 0
  const { data } = useQuery({ ...projectOptions(deployment, name), enabled: isEmpty && isOne })
  return isOne && data && isUnscanned(data) ? data.name : undefined
}

function NoFindings({ type, deployment }: { type: ListState['type']; deployment: string }) {
  return (
    <EmptyState
      icon="finding"
      title={listLabels.noFindings[type]}
      actions={<ImportLink deployment={deployment} />}
    >
      {listLabels.noFindingsDetail}
    </EmptyState>
  )
}

/** Shows how many findings match without each filter, as counted by the service. */
function NoneOfThese({ deployment, state, change }: Pick<EmptyListProps, 'deployment' | 'state' | 'change'>) {
  const counts = useQuery(
    facetsOptions(deployment, { ...requestOf(state), facet: 'severities', without: true }),
  )
  return (
    <NoMatches
      noun="finding"
      filters={describeFilter(state.filter)}
      // Counts of another query would name the wrong filter.
      without={counts.isPlaceholderData ? undefined : (counts.data?.without ?? undefined)}
      onRemove={(name) =>
        change((now) => withFilter(now, { [name]: undefined }), { kind: 'choice', group: name })
      }
      onClear={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}
