import { useQuery } from '@tanstack/react-query'
import { facetsOptions } from '#api/findings/findings.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import { RailGroup } from '#features/list/filters/rail-group.tsx'
import { SearchableGroup, useGroupSearch } from '#features/list/filters/searchable-group.tsx'
import { uniqueLeads } from '#lib/text/unique-leads.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Skeleton } from '#ui/status/skeleton.tsx'
import { type ListState, requestOf, valuesOf, withToggled, withValues } from '../list/list-state.ts'
import { labelOf } from './filter-labels.ts'
import { countOf, Value } from './filter-values.tsx'
import { filterLabels } from './labels.ts'
import type { RailProps } from './rail-props.ts'

type Name = keyof FindingFilter

/** The number of values shown before the list is expanded. */
const few = 5

function withExcluded(state: ListState, name: Name, not: Name, value: string): ListState {
  const without = withValues(
    state,
    name,
    valuesOf(state.filter, name).filter((one) => one !== value),
  )
  return withToggled(without, not, value)
}

/** Values from the counts: the most frequent ones, all counted ones on demand, and any other by search. */
export function NamesGroup(props: RailProps & { name: Name; not?: Name; mono?: boolean }) {
  const { name, not, mono, deployment, state, change, facets, countsFailed } = props
  const search = useGroupSearch()
  const { open, text } = search
  const searchResult = useQuery({
    ...facetsOptions(deployment, { ...requestOf(state), facet: name, facet_q: text }),
    enabled: text !== '',
  })
  const answer = text === '' ? facets : searchResult.data
  const chosen = valuesOf(state.filter, name)
  const excluded = not ? valuesOf(state.filter, not) : []
  const counted = (answer?.facets[name] ?? []).map(({ value }) => (value === null ? none : String(value)))
  const activeOnly = [...chosen, ...excluded].filter((value) => text === '' && !counted.includes(value))
  const all = [...activeOnly, ...counted]
  const isPinned = (value: string, index: number) =>
    index < few || chosen.includes(value) || excluded.includes(value)
  const shown = open ? all : all.filter(isPinned)
  const rest = answer?.rest[name]?.values ?? 0
  const leads = uniqueLeads(shown)
  const hidden = all.length - shown.length + (open ? 0 : rest)
  if (facets && all.length === 0 && text === '') return null
  if (!facets && countsFailed) return <NamedGroup {...props} />

  const toggle = (value: string, exclude: boolean) =>
    change(
      (now) => {
        if (!not && exclude) return now
        if (not && (exclude || excluded.includes(value))) return withExcluded(now, name, not, value)
        return withToggled(now, name, value)
      },
      { kind: 'choice', group: name },
    )
  return (
    <SearchableGroup label={labelOf(name)} search={search} hidden={hidden}>
      {!facets && !countsFailed && [80, 65, 72].map((width) => <Waiting key={width} width={width} />)}
      {shown.map((value) => (
        <Value
          key={value}
          name={name}
          value={value}
          mono={mono && value !== none}
          lead={leads.get(value)}
          checked={chosen.includes(value)}
          excluded={excluded.includes(value)}
          count={countOf(answer, name, value)}
          onToggle={(exclude) => toggle(value, exclude)}
        />
      ))}
      {open && text !== '' && searchResult.data && all.length === 0 && (
        <p className="py-1 text-3">{filterLabels.noResults}</p>
      )}
      {open && rest > 0 && <p className="py-1 text-xs text-3">{filterLabels.rest(rest)}</p>}
    </SearchableGroup>
  )
}

/** Without counts, a value is entered as text. */
function NamedGroup({ name, state, change, mono }: RailProps & { name: Name; mono?: boolean }) {
  const chosen = valuesOf(state.filter, name)
  const add = (value: string) => {
    if (value !== '' && !chosen.includes(value)) {
      change((now) => withToggled(now, name, value), { kind: 'choice', group: name })
    }
  }
  return (
    <RailGroup label={labelOf(name)}>
      {chosen.map((value) => (
        <Value
          key={value}
          name={name}
          value={value}
          mono={mono}
          checked
          count={undefined}
          onToggle={() => change((now) => withToggled(now, name, value), { kind: 'choice', group: name })}
        />
      ))}
      <TextInput
        aria-label={filterLabels.add(labelOf(name))}
        placeholder={filterLabels.addExample}
        mono={mono}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          add(event.currentTarget.value.trim())
          event.currentTarget.value = ''
        }}
        className="mt-0.5"
      />
    </RailGroup>
  )
}

function Waiting({ width }: { width: number }) {
  return (
    <div style={{ width: `${width}%` }} className="flex h-6.5 items-center">
      <Skeleton />
    </div>
  )
}
