import { Button } from '#ui/button.tsx'
import type { ChipText } from './filters/chips.tsx'
import { noMatchesLabels } from './no-matches-labels.ts'

interface NoMatchesProps<N extends string> {
  /** The singular noun of the list: `finding`. */
  noun: string
  nouns?: string | undefined
  filters: readonly ChipText<N>[]
  /** The service's count of matches without each filter; undefined until it is loaded. */
  without: Partial<Record<string, number>> | undefined
  onRemove: (name: N) => void
  onClear: () => void
}

/** The filter param of the search field. */
const searchName = 'q'

/**
 * Shown under the headers if nothing matches: which filter excludes the most, and a button to remove each filter, the
 * search first.
 */
export function NoMatches<N extends string>(props: NoMatchesProps<N>) {
  const { noun, nouns = `${noun}s`, filters, without, onRemove, onClear } = props
  const options = filters
    .map((filter) => ({ ...filter, count: without?.[filter.name] ?? 0 }))
    .sort((one, other) => other.count - one.count)
  const search = options.find(({ name }) => name === searchName)
  const [most] = options
  const inOrder = search ? [search, ...options.filter((one) => one !== search)] : options
  return (
    <section className="flex max-w-200 flex-col gap-3 px-4 py-5 text-left max-sm:px-3">
      <div>
        <h2 className="truncate text-lg font-semibold">
          <bdi>{noMatchesLabels.noMatch(nouns, search?.value)}</bdi>
        </h2>
        {most && without && <p className="pt-1 text-2">{why(most, noun, nouns)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {inOrder.map((filter, at) => (
          <Button
            key={filter.name}
            variant={at === 0 ? 'primary' : 'default'}
            onClick={() => onRemove(filter.name)}
            className="max-w-full min-w-0"
          >
            <span className="min-w-0 truncate">
              {filter === search
                ? noMatchesLabels.clearSearch
                : noMatchesLabels.removeFilter(chipText(filter))}
            </span>
            {filter.count > 0 && (
              <span aria-hidden className="tabular-nums opacity-80">
                {noMatchesLabels.count(filter.count)}
              </span>
            )}
          </Button>
        ))}
        {inOrder.length > 1 && (
          <Button variant="quiet" onClick={onClear}>
            {noMatchesLabels.clearAll}
          </Button>
        )}
      </div>
    </section>
  )
}

function why({ count, ...most }: ChipText & { count: number }, noun: string, nouns: string): string {
  if (count === 0) return noMatchesLabels.severalExclude
  const matches = noMatchesLabels.matches(count, noun, nouns)
  return most.name === searchName
    ? noMatchesLabels.onlySearch(matches)
    : noMatchesLabels.excludesMost(chipText(most), matches)
}

const chipText = ({ label, value, negated }: Pick<ChipText, 'label' | 'value' | 'negated'>) =>
  [label, negated && 'not', value].filter(Boolean).join(' ')
