import { Chips } from '#features/list/filters/chips.tsx'
import { Chip } from '#ui/chip.tsx'
import { type ListState, withFilter, withoutFilter } from '../list/list-state.ts'
import type { ChangeList } from '../list/use-list-state.ts'
import { describeFilter } from './filter-descriptions.ts'
import { filterLabels } from './labels.ts'

interface FilterChipsProps {
  state: ListState
  change: ChangeList
}

/**
 * Removing the primary-branch filter selects all branches; each finding is listed once until that filter is removed
 * too.
 */
const allBranches = { dedup: true }

/** The active filters of findings as chips. */
export function FilterChips({ state, change }: FilterChipsProps) {
  return (
    <Chips
      chips={describeFilter(state.filter)}
      none={filterLabels.none}
      onRemove={(name) =>
        change((now) => withFilter(now, { [name]: undefined, ...(name === 'primary_ref' && allBranches) }), {
          kind: 'choice',
          group: name,
        })
      }
      onClear={() => change(withoutFilter, { kind: 'choice', group: 'clear' })}
    >
      {state.storedFilterId !== undefined && !state.addedFilter && (
        <li className="flex shrink-0">
          <Chip
            label={filterLabels.kept}
            onRemove={() =>
              change((now) => ({ ...withFilter(now, {}), storedFilterId: undefined }), {
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
