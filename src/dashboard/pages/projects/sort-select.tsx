import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { keysOf } from '#lib/keys.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from './labels.ts'
import type { ProjectsState, projectsShape } from './search-params.ts'

const sorts = keysOf(labels.sorts)

/** Parses a sort for the URL; undefined for the default and for invalid values. */
export function sortOf(value: string): ProjectsState['sort'] {
  return sorts.find((one) => one === value && one !== 'name')
}

interface SortSelectProps {
  state: ProjectsState
  change: ChangeSearch<typeof projectsShape>
}

/** Selects the sort of the list, including those that no column offers. */
export function SortSelect({ state, change }: SortSelectProps) {
  return (
    <NativeSelect
      aria-label={labels.params.sort}
      value={state.sort ?? 'name'}
      onChange={({ target }) => change({ sort: sortOf(target.value) }, { kind: 'choice', group: 'sort' })}
      className="w-56 max-sm:w-36"
    >
      {sorts.map((value) => (
        <option key={value} value={value}>
          {labels.sorts[value]}
        </option>
      ))}
    </NativeSelect>
  )
}
