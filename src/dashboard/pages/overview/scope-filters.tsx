import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '#api/projects/tags.ts'
import { ProjectFilter } from '#features/list/filters/project-filter.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from './filter-labels.ts'
import { OwnerFilter } from './owner-filter.tsx'
import type { FiltersProps } from './search-params.ts'

const choice = (group: string) => ({ kind: 'choice', group }) as const

/** The filters of the overview beside its period: project, tag, owner and disabled rules. */
export function ScopeFilters({ deployment, state, change }: FiltersProps) {
  return (
    <>
      <ProjectFilter
        deployment={deployment}
        label={labels.project}
        placeholder={labels.anyProject}
        value={state.project}
        onChoose={(project) => change({ project }, choice('project'))}
      />
      <TagSelect {...{ deployment, state, change }} />
      <OwnerFilter
        deployment={deployment}
        value={state.owner}
        onChoose={(owner) => change({ owner }, choice('owner'))}
      />
      <label className="flex h-8 items-center gap-2 rounded px-2 text-2 has-checked:bg-accent-bg has-checked:text-1 forced-colors:has-checked:outline forced-colors:has-checked:-outline-offset-1">
        <input
          type="checkbox"
          checked={state.include_disabled === true}
          onChange={({ target }) =>
            change({ include_disabled: target.checked ? true : undefined }, choice('include_disabled'))
          }
          className="size-4 accent-accent"
        />
        {labels.includeDisabled}
      </label>
    </>
  )
}

function TagSelect({ deployment, state, change }: FiltersProps) {
  const { data } = useQuery(tagsOptions(deployment))
  const tags = data?.map(({ value }) => value) ?? []
  const offered = state.tag && !tags.includes(state.tag) ? [state.tag, ...tags] : tags
  return (
    <NativeSelect
      aria-label={labels.tag}
      value={state.tag ?? ''}
      onChange={({ target }) => change({ tag: target.value || undefined }, choice('tag'))}
      className="max-w-48"
    >
      <option value="">{labels.anyTag}</option>
      {offered.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </NativeSelect>
  )
}
