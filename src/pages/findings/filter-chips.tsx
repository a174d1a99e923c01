import { Chips } from '#parts/list/chips.tsx'
import { Chip } from '#ui/chip.tsx'
import { wordsOf } from './filter-words.ts'
import { type ListState, withFilter, withoutFilter } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface FilterChipsProps {
  state: ListState
  change: ChangeList
}

/** The filter of findings in words. */
export function FilterChips({ state, change }: FilterChipsProps) {
  return (
    <Chips
      chips={wordsOf(state.filter)}
      none="No filter: every finding, on every branch that has it"
      onRemove={(name) =>
        change((now) => withFilter(now, { [name]: undefined }), { kind: 'choice', group: name })
      }
      onClear={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}
    >
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
    </Chips>
  )
}
