import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { facetSearchOptions } from '#api/dependencies/dependencies.ts'
import { ecosystemNames } from '#contract/ecosystems.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { none } from '#contract/parameters/query.ts'
import type { CountedDependencyValue, DependencyFacets } from '#contract/responses/dependencies.ts'
import { dependencyTransitivities, missingFields } from '#contract/vocabulary.ts'
import { OneGroup, ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { type ChangeSearch, toggled } from '#features/list/search-params/use-search-state.ts'
import { labels } from './labels.ts'
import {
  type DependenciesState,
  type dependenciesShape,
  type NameOfProject,
  type NarrowingName,
  valueLabel,
} from './search-params.ts'

interface RailProps {
  deployment: string
  state: DependenciesState
  filter: DependencyFilter
  change: ChangeSearch<typeof dependenciesShape>
  nameOf: NameOfProject
  /** The counts next to the values; undefined until they are loaded. */
  counted: DependencyFacets | undefined
  /** The service does not support counts. */
  uncounted: boolean
}

const sorts = [
  ['name', labels.sorts.name],
  ['-count', labels.sorts['-count']],
  ['-projects', labels.sorts['-projects']],
] as const

/** Filters with long lists of values, which the service searches by text. */
const searched = ['ecosystem', 'license', 'repositoryId', 'lockfilePath'] as const

/** The filter rail of the dependencies. */
export function DependenciesRail(props: RailProps) {
  const { state, change, counted } = props
  const countOf = (name: NarrowingName, value: string) =>
    counted && (counted.facets[name]?.find((one) => one.value === value)?.count ?? 0)
  const fixed = <V extends string>(name: 'transitivity' | 'missing', values: readonly V[]) => (
    <ValuesGroup
      label={labels.params[name]}
      name={name}
      options={values.map((value) => ({
        value,
        label: valueLabel(name, value, props.nameOf),
        count: countOf(name, value),
      }))}
      chosen={state[name] ?? []}
      onToggle={(value) =>
        change(
          { [name]: toggled<string>(state[name], value), open: undefined },
          { kind: 'choice', group: name },
        )
      }
    />
  )
  const [ecosystem, ...others] = searched
  return (
    <>
      <SearchedGroup {...props} name={ecosystem} />
      {fixed('transitivity', dependencyTransitivities)}
      {others.map((name) => (
        <SearchedGroup key={name} {...props} name={name} />
      ))}
      {!props.uncounted && fixed('missing', missingFields)}
      {!props.uncounted && state.by === undefined && (
        // Cards have no headers to sort by.
        <div className="min-[640px]:hidden">
          <OneGroup
            label={labels.params.sort}
            name="sort"
            any={labels.sorts.default}
            options={sorts.map(([value, word]) => ({ value, label: word, count: undefined }))}
            chosen={state.sort}
            onChoose={(value) =>
              change({ sort: sorts.find(([sort]) => sort === value)?.[0] }, { kind: 'choice', group: 'sort' })
            }
          />
        </div>
      )}
    </>
  )
}

interface SearchedGroupProps extends RailProps {
  name: (typeof searched)[number]
}

/** A filter with more values than the response holds; the service searches them by the typed text. */
function SearchedGroup({
  deployment,
  state,
  filter,
  change,
  nameOf,
  counted,
  uncounted,
  name,
}: SearchedGroupProps) {
  const [text, setText] = useState('')
  const more = counted?.rest[name]?.values ?? 0
  const search = useQuery({
    ...facetSearchOptions(deployment, filter, name, text),
    enabled: text !== '' && more > 0,
  })
  const found = text !== '' && more > 0 && search.data ? search.data : counted
  const values = found?.facets[name] ?? (uncounted ? known(name) : [])
  const names = new Map(values.map(({ value, name }) => [value, name]))
  const wordOf = (value: string) => names.get(value) ?? valueLabel(name, value, nameOf)
  const chosen = (state[name] ?? []).map(String)
  return (
    <ValuesGroup
      label={labels.params[name]}
      name={name}
      mono={name === 'lockfilePath'}
      keepEnd={name === 'lockfilePath' || name === 'repositoryId'}
      options={[
        // Selected values keep their labels even if the service returns no count for them.
        ...chosen
          .filter((value) => !values.some((one) => (one.value ?? none) === value))
          .map((value) => ({ value, label: wordOf(value), count: undefined })),
        ...values.map(({ value, count }) => ({
          value: value ?? none,
          label: wordOf(value ?? none),
          count: uncounted ? undefined : count,
        })),
      ]}
      rest={found?.rest[name]?.values}
      chosen={chosen}
      onSearch={setText}
      onToggle={(value) => {
        const next = toggled(chosen, value)
        const patch = name === 'repositoryId' ? { repositoryId: next?.map(Number) } : { [name]: next }
        change({ ...patch, open: undefined }, { kind: 'choice', group: name })
      }}
    />
  )
}

/** Returns the values that can be selected without counts. */
function known(name: NarrowingName): CountedDependencyValue[] {
  if (name === 'ecosystem') return ecosystemNames.map((value) => ({ value, count: 0 }))
  return name === 'license' ? [{ value: null, count: 0 }] : []
}
