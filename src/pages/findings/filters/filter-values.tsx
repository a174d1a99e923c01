import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { none } from '#contract/parameters/query.ts'
import type { FacetsAnswer } from '#contract/responses/findings.ts'
import { RailGroup, RailValue } from '#features/list/filters/rail-group.tsx'
import { valuesOf, withToggled, withValues } from '../list/list-state.ts'
import { valueLabel } from './filter-descriptions.ts'
import { labelOf } from './filter-labels.ts'
import type { RailProps } from './rail-props.ts'

type Name = keyof FindingFilter

/** How often a value occurs; undefined where nobody counted. A counted facet has 0 for what it does not list. */
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
  onToggle: (exclude: boolean) => void
}

/** Names that begin alike: owners, registries, languages. */
const alikeAtStart: ReadonlySet<string> = new Set(['repos', 'rules', 'dependencies'])

/** One value of a filter with its box and its count. */
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

/** The values of a group: "no value" among them only where it occurs, or is chosen. */
export function offeredValues(
  values: readonly string[],
  chosen: readonly string[],
  count: (value: string) => number | undefined,
): string[] {
  return values.filter((value) => value !== none || chosen.includes(value) || (count(value) ?? 0) > 0)
}

/** A few words that are always the same, as boxes. Leaving one out chooses all the others. */
export function ValuesGroup({
  name,
  values,
  state,
  change,
  facets,
}: RailProps & { name: Name; values: readonly string[] }) {
  const chosen = valuesOf(state.filter, name)
  const offered = offeredValues(values, chosen, (value) => countOf(facets, name, value))
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
