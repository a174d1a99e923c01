import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '#api/projects/tags.ts'
import { overviewPeriods } from '#contract/overview-vocabulary.ts'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from './labels.ts'
import { ProjectField } from './project-field.tsx'
import type { OverviewState, overviewShape } from './search-params.ts'

interface FiltersProps {
  deployment: string
  state: OverviewState
  change: ChangeSearch<typeof overviewShape>
}

const choice = (group: string) => ({ kind: 'choice', group }) as const

/** The filters of the overview, all of them in the URL. */
export function Filters({ deployment, state, change }: FiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line in all browsers.
    <div role="group" aria-label={labels.filters} className="flex flex-wrap items-center gap-2 print:hidden">
      <NativeSelect
        aria-label={labels.params.period}
        value={state.period ?? '90d'}
        onChange={({ target }) => {
          const period = overviewPeriods.find((one) => one === target.value)
          change({ period: period === '90d' ? undefined : period }, choice('period'))
        }}
      >
        {overviewPeriods.map((period) => (
          <option key={period} value={period}>
            {labels.periods[period]}
          </option>
        ))}
      </NativeSelect>
      <ProjectField
        deployment={deployment}
        value={state.project ?? ''}
        onChoose={(project) => change({ project }, choice('project'))}
      />
      <TagSelect {...{ deployment, state, change }} />
      <label className="flex h-8 items-center gap-2 text-2">
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
    </div>
  )
}

function TagSelect({ deployment, state, change }: FiltersProps) {
  const { data } = useQuery(tagsOptions(deployment))
  const tags = data?.map(({ value }) => value) ?? []
  const offered = state.tag && !tags.includes(state.tag) ? [state.tag, ...tags] : tags
  return (
    <NativeSelect
      aria-label={labels.params.tag}
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
