import { useQuery } from '@tanstack/react-query'
import { facetsOptions } from '#api/findings.ts'
import type { FacetsAnswer } from '#contract/answers/findings.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type FilterWords, wordsOf } from './filter-words.ts'
import { isFiltered, type ListState, withFilter, withoutFilter } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

const command = 'npm run -s gatehouse -- import FILE --project org/repo'

interface EmptyListProps {
  deployment: string
  state: ListState
  change: ChangeList
  facets: FacetsAnswer | undefined
  total: number | undefined
}

/** In place of rows: nothing was ever imported, nothing matches, or the page lies past the end. */
export function EmptyList({ deployment, state, change, facets, total }: EmptyListProps) {
  const filtered = isFiltered(state)
  const all = useQuery({
    ...facetsOptions(deployment, { issue_type: state.type }),
    enabled: filtered && total === 0,
  })
  if (total !== undefined && total > 0) {
    const last = Math.ceil(total / state.pageSize) - 1
    return (
      <EmptyState
        icon="finding"
        title="There is nothing on this page"
        actions={
          <Button
            onClick={() =>
              change((now) => ({ ...now, page: last, after: undefined }), { kind: 'choice', group: 'page' })
            }
          >
            Go to the last page
          </Button>
        }
      >
        The list has {plural(total, 'finding')} and ends before it.
      </EmptyState>
    )
  }
  if (filtered && all.data?.total !== 0) return <NothingMatches {...{ state, change, facets }} />
  return <NothingYet type={state.type} />
}

const nouns = { sast: 'code findings', sca: 'supply-chain findings', secrets: 'secrets' }

function NothingYet({ type }: { type: ListState['type'] }) {
  return (
    <EmptyState icon="finding" title={`No ${nouns[type]} yet`}>
      <p>Import what a scanner wrote: Semgrep JSON, SARIF, or findings in the form of this API.</p>
      <p className="mt-3 flex items-center gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3 text-left">
        <code className="min-w-0 flex-1 font-mono text-xs text-1 wrap-anywhere">{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </EmptyState>
  )
}

/** How many findings there would be without one filter: its own facet is counted without it. */
function without(facets: FacetsAnswer | undefined, { name, negated }: FilterWords): number | undefined {
  const counted = facets?.facets[name]
  // Where a finding has several values the sum would count it several times.
  const several = ['categories', 'component_tags', 'project_tags'].includes(name)
  if (!counted || negated || several) return undefined
  return counted.reduce((sum, { count }) => sum + count, facets.rest[name]?.count ?? 0)
}

function NothingMatches({ state, change, facets }: Pick<EmptyListProps, 'state' | 'change' | 'facets'>) {
  const words = wordsOf(state.filter)
  const options = words
    .map((filter) => ({ ...filter, count: without(facets, filter) }))
    .sort((a, b) => (b.count ?? 0) - (a.count ?? 0))
  return (
    <EmptyState
      icon="filter"
      title="No finding matches this filter"
      actions={
        <Button onClick={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}>
          Clear the filter
        </Button>
      }
    >
      <ul className="flex flex-col items-center gap-1">
        {options.map(({ name, label, value, negated, count }) => (
          <li key={name} className="flex max-w-full items-center gap-2">
            <span className="min-w-0 truncate">
              {label}
              {negated && ' not'}{' '}
              {value !== undefined && <strong className="font-medium text-1">{value}</strong>}
              {count !== undefined && count > 0 && ` leaves out ${formatNumber(count)}`}
            </span>
            <Button
              size="small"
              onClick={() =>
                change((now) => withFilter(now, { [name]: undefined }), { kind: 'choice', group: name })
              }
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}
