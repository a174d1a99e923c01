import { formatNumber, plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ChipWords } from './chips.tsx'

interface NothingMatchesProps<N extends string> {
  /** What is listed, one of it: `finding`. */
  noun: string
  nouns?: string | undefined
  filters: readonly ChipWords<N>[]
  /** How many would match without each filter, as the service counts it; undefined until it has. */
  without: Partial<Record<string, number>> | undefined
  onRemove: (name: N) => void
  onClear: () => void
}

/** Names the filter that leaves out most, and takes off any of them. */
export function NothingMatches<N extends string>(props: NothingMatchesProps<N>) {
  const { noun, nouns, filters, without, onRemove, onClear } = props
  const options = filters
    .map((filter) => ({ ...filter, count: without?.[filter.name] ?? 0 }))
    .sort((a, b) => b.count - a.count)
  const [most, ...others] = options
  const rest = most && most.count > 0 ? others : options
  return (
    <EmptyState
      icon="filter"
      title={`No ${noun} matches this filter`}
      actions={
        <>
          {most && most.count > 0 && (
            <Button variant="primary" onClick={() => onRemove(most.name)}>
              Remove {inWords(most)}
            </Button>
          )}
          <Button onClick={onClear}>Clear the filter</Button>
        </>
      }
    >
      {most && most.count > 0 && (
        <p>
          <strong className="font-medium text-1">{inWords(most)}</strong> leaves out most:{' '}
          {plural(most.count, noun, nouns)} would match without it.
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
            <Button
              size="small"
              aria-label={`Remove ${inWords(filter)}`}
              onClick={() => onRemove(filter.name)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

const inWords = ({ label, value, negated }: ChipWords) =>
  [label, negated && 'not', value].filter(Boolean).join(' ')
