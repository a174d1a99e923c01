import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import type { FacetsAnswer } from '#contract/responses/findings.ts'
import { RailGroup, RailValue } from '#features/list/filters/rail-group.tsx'
import { valuesOf, withToggled, withValues } from '../list/list-state.ts'
import { valueLabel } from './filter-descriptions.ts'
import { labelOf } from './filter-labels.ts'
import type { RailProps } from './rail-props.ts'

type Name = keyof FindingFilter

/** Returns the count of a value; undefined without counts. A counted facet returns 0 for values it does not list. */
export function countOf(facets: FacetsAnswer | undefined, name: string, value: string): number | undefined {
  const counted = facets?.facets[name]
  if (!counted) return undefined
  const facetValue = counted.find((one) => (one.value === null ? none : String(one.value)) === value)
  if (facetValue) return facetValue.count
  return facets.rest[name] ? undefined : 0
}

interface ValueProps {
  name: Name
  value: string
  checked: boolean
  excluded?: boolean
  count: number | undefined
  mono?: boolean | undefined
  /** How much of its start is kept where it is truncated there. */
  lead?: number | undefined
  onToggle: (exclude: boolean) => void
}

/** Filters whose values share prefixes: owners, registries, languages. */
const alikeAtStart: ReadonlySet<string> = new Set(['repos', 'rules', 'dependencies'])

/** A value of a filter with its checkbox and count. */
export function Value({ name, value, ...rest }: ValueProps) {
  return (
    <RailValue
      {...rest}
      keepEnd={alikeAtStart.has(name)}
      focusKey={`${name} ${value}`}
      word={valueLabel(name, value)}
    />
  )
}

/** Values that nobody can choose for a finding of some or all types. */
const onlyIfTheyOccur: ReadonlySet<string> = new Set([none, 'muted', 'revoked'])

/** Returns the values of a group; "no value" and the like are included only if they occur or are selected. */
export function offeredValues(
  values: readonly string[],
  chosen: readonly string[],
  count: (value: string) => number | undefined,
): string[] {
  return values.filter(
    (value) => !onlyIfTheyOccur.has(value) || chosen.includes(value) || (count(value) ?? 0) > 0,
  )
}

/** A fixed set of values as checkboxes. Excluding one selects all the others. */
export function ValuesGroup({
  name,
  values,
  state,
  change,
  facets,
}: RailProps & { name: Name; values: readonly string[] }) {
  const chosen = valuesOf(state.filter, name)
  const offered = offeredValues(values, chosen, (value) => countOf(facets, name, value))
  // Without due dates, they are not counted either.
  if (name === 'due' && chosen.length === 0 && facets?.facets[name] === undefined) return null
  return (
    <RailGroup label={labelOf(name)}>
      {offered.map((value) => (
        <Value
          key={value}
          name={name}
          value={value}
          checked={chosen.includes(value)}
          count={countOf(facets, name, value)}
          onToggle={(exclude) =>
            change(
              (now) =>
                exclude
                  ? withValues(
                      now,
                      name,
                      offered.filter((one) => one !== value),
                    )
                  : withToggled(now, name, value),
              { kind: 'choice', group: name },
            )
          }
        />
      ))}
    </RailGroup>
  )
}
