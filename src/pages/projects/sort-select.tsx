import type { ChangeAddress } from '#parts/list/use-address.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import type { ProjectsState, projectsShape } from './address.ts'

const sorts: readonly (readonly [NonNullable<ProjectsState['sort']>, string])[] = [
  ['name', 'By name'],
  ['-name', 'By name, backwards'],
  ['-latest_scan_at', 'Last scan, newest first'],
  ['latest_scan_at', 'Last scan, oldest first'],
  ['-open', 'Most open findings'],
  ['open', 'Fewest open findings'],
  ['-open_critical', 'Most open critical findings'],
  ['open_critical', 'Fewest open critical findings'],
]

/** An order as the address says it; undefined for the usual one and for what is none. */
export function sortOf(value: string): ProjectsState['sort'] {
  return sorts.find(([one]) => one === value && one !== 'name')?.[0]
}

interface SortSelectProps {
  state: ProjectsState
  change: ChangeAddress<typeof projectsShape>
}

/** Every order of the list, those that no column has as well. */
export function SortSelect({ state, change }: SortSelectProps) {
  return (
    <NativeSelect
      aria-label="Order"
      value={state.sort ?? 'name'}
      onChange={({ target }) => change({ sort: sortOf(target.value) }, { kind: 'choice', group: 'sort' })}
      className="w-56 max-sm:w-36"
    >
      {sorts.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </NativeSelect>
  )
}
