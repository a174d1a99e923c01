import { memo } from 'react'
import { EpssGroup, FlagGroup, IdsGroup, PathGroup } from './filter-fields.tsx'
import { type FilterGroup, groupsFor } from './filter-groups.ts'
import { NamesGroup } from './filter-names.tsx'
import { BranchGroup, SpanGroup } from './filter-scope.tsx'
import { ValuesGroup } from './filter-values.tsx'
import type { RailProps } from './rail-props.ts'

function Group({ group, ...rail }: RailProps & { group: FilterGroup }) {
  switch (group.kind) {
    case 'words':
      return <ValuesGroup {...rail} {...group} />
    case 'names':
      return <NamesGroup {...rail} {...group} />
    case 'flag':
      return <FlagGroup {...rail} {...group} />
    case 'span':
      return <SpanGroup {...rail} name={group.name} />
    case 'branch':
      return <BranchGroup {...rail} />
    case 'path':
      return <PathGroup {...rail} />
    case 'epss':
      return <EpssGroup {...rail} />
    case 'ids':
      return <IdsGroup {...rail} />
  }
}

/** Every filter of the list, with the number of findings for each value. Load it lazily. */
export const FilterRail = memo(function FilterRail(rail: RailProps) {
  return (
    <div className="flex flex-col gap-4 pb-6">
      {groupsFor(rail.state.type).map((group) => (
        <Group key={group.name} group={group} {...rail} />
      ))}
    </div>
  )
})
