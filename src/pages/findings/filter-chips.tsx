import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { wordsOf } from './filter-words.ts'
import { isFiltered, type ListState, withFilter, withoutFilter } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface FilterChipsProps {
  state: ListState
  change: ChangeList
}

/** The filter in words, each part with a button that takes it off. One line, so that the table keeps its place. */
export function FilterChips({ state, change }: FilterChipsProps) {
  const words = wordsOf(state.filter)
  if (!isFiltered(state)) {
    return <p className="flex-1 truncate text-3">No filter: every finding, on every branch that has it</p>
  }
  return (
    <>
      <ul
        aria-label="Filters in use"
        className="flex min-w-0 items-center gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none]"
      >
        {words.map(({ name, label, value, negated }) => (
          <li key={name} className="flex shrink-0">
            <Chip
              label={label}
              value={value}
              negated={negated}
              onRemove={() =>
                change((now) => withFilter(now, { [name]: undefined }), { kind: 'choice', group: name })
              }
            />
          </li>
        ))}
        {state.kept !== undefined && !state.beside && (
          <li className="flex shrink-0">
            <Chip
              label="Kept filter"
              onRemove={() =>
                change((now) => ({ ...withFilter(now, {}), kept: undefined }), {
                  kind: 'choice',
                  group: 'kept',
                })
              }
            />
          </li>
        )}
      </ul>
      <Button
        variant="quiet"
        size="small"
        onClick={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}
        className="text-sm"
      >
        Clear
      </Button>
    </>
  )
}
