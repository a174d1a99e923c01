import { type MouseEvent, type ReactNode, useId } from 'react'
import type { FacetsAnswer } from '#contract/answers/findings.ts'
import type { FindingFilter } from '#contract/findings-query.ts'
import { none } from '#contract/query.ts'
import { formatNumber } from '#lib/format.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { labelOf } from './filter-labels.ts'
import { valueWord } from './filter-words.ts'
import { valuesOf, withToggled, withValues } from './list-state.ts'
import type { RailProps } from './rail-props.ts'

type Name = keyof FindingFilter

/** A group of the rail under its name. */
export function RailGroup({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <div className="flex h-6 items-center justify-between">
        <h3 id={id} className="text-xs font-semibold text-2">
          {label}
        </h3>
        {end}
      </div>
      {children}
    </fieldset>
  )
}

/** How often a value occurs; undefined where nobody counted. A counted facet has 0 for what it does not list. */
export function countOf(facets: FacetsAnswer | undefined, name: string, value: string): number | undefined {
  const counted = facets?.facets[name]
  if (!counted) return undefined
  const found = counted.find((one) => (one.value === null ? none : String(one.value)) === value)
  if (found) return found.count
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

/** One value with its box and its count. */
export function Value({ name, value, checked, excluded, count, mono, onToggle }: ValueProps) {
  const word = valueWord(name, value)
  const press = (event: MouseEvent) => {
    // The box itself says so below: React hears its change even where the click is prevented.
    if (!event.altKey || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    onToggle(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is heard from the box inside.
    <div
      title={word}
      onClickCapture={press}
      onKeyDown={(event) => {
        if (event.key === '-') onToggle(true)
      }}
      className="-mx-1.5 rounded px-1.5 hover:bg-surface-2"
    >
      <Checkbox
        data-focus-key={`${name} ${value}`}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.altKey)}
        className="min-h-6.5"
        label={
          <span className={classes(mono && 'font-mono text-xs', count === 0 && !checked && 'text-3')}>
            {excluded && <span className="font-sans font-medium text-danger">not </span>}
            <bdi>{word}</bdi>
          </span>
        }
        end={count === undefined ? undefined : formatNumber(count)}
      />
    </div>
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
export function WordsGroup({
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
