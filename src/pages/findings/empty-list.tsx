import { useQuery } from '@tanstack/react-query'
import { facetsOptions } from '#api/findings.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type FilterWords, wordsOf } from './filter-words.ts'
import { isFiltered, type ListState, requestOf, withFilter, withoutFilter } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

const command = 'npm run -s gatehouse -- import FILE --project org/repo'

interface EmptyListProps {
  deployment: string
  state: ListState
  change: ChangeList
  total: number | undefined
}

/** In place of rows: nothing was ever imported, nothing matches, or the page lies past the end. */
export function EmptyList({ deployment, state, change, total }: EmptyListProps) {
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
  if (filtered && all.data?.total !== 0) return <NothingMatches {...{ deployment, state, change }} />
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

/** Names the filter that leaves out most, as the service counts it, and takes off any of them. */
function NothingMatches({
  deployment,
  state,
  change,
}: Pick<EmptyListProps, 'deployment' | 'state' | 'change'>) {
  const counts = useQuery(
    facetsOptions(deployment, { ...requestOf(state), facet: 'severities', without: true }),
  )
  // Counts of another question would name the wrong filter.
  const without = counts.isPlaceholderData ? undefined : counts.data?.without
  const options = wordsOf(state.filter)
    .map((filter) => ({ ...filter, count: without?.[filter.name] ?? 0 }))
    .sort((a, b) => b.count - a.count)
  const [most, ...others] = options
  const rest = most && most.count > 0 ? others : options
  const remove = (name: FilterWords['name']) =>
    change((now) => withFilter(now, { [name]: undefined }), { kind: 'choice', group: name })
  return (
    <EmptyState
      icon="filter"
      title="No finding matches this filter"
      actions={
        <>
          {most && most.count > 0 && (
            <Button variant="primary" onClick={() => remove(most.name)}>
              Remove {inWords(most)}
            </Button>
          )}
          <Button onClick={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}>
            Clear the filter
          </Button>
        </>
      }
    >
      {most && most.count > 0 && (
        <p>
          <strong className="font-medium text-1">{inWords(most)}</strong> leaves out most:{' '}
          {plural(most.count, 'finding')} would match without it.
        </p>
      )}
      {most && without && most.count === 0 && <p>No single filter is the reason: take off several.</p>}
      <ul className="mt-3 flex flex-col items-center gap-1">
        {rest.map((filter) => (
          <li key={filter.name} className="flex max-w-full items-center gap-2">
            <span className="min-w-0 truncate">
              {inWords(filter)}
              {filter.count > 0 && ` leaves out ${formatNumber(filter.count)}`}
            </span>
            <Button size="small" aria-label={`Remove ${inWords(filter)}`} onClick={() => remove(filter.name)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

const inWords = ({ label, value, negated }: FilterWords) =>
  [label, negated && 'not', value].filter(Boolean).join(' ')
