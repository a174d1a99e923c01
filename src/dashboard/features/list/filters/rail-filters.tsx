import { none } from '#contract/parameters/query.ts'
import { formatNumber } from '#lib/text/format.ts'
import { uniqueLeads } from '#lib/text/unique-leads.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { RailGroup, RailValue } from './rail-group.tsx'
import { railLabels } from './rail-labels.ts'
import { SearchableGroup, useGroupSearch } from './searchable-group.tsx'

/** A selectable value with its label and number of matches; undefined until it is counted. */
export interface RailOption {
  value: string
  label: string
  count: number | undefined
}

interface ValuesGroupProps {
  label: string
  /** The filter's name in the URL. */
  name: string
  options: readonly RailOption[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  /** The number of further values that the service counted together. */
  rest?: number | undefined
  mono?: boolean | undefined
  /** The values share prefixes, so they are truncated at the start. */
  keepEnd?: boolean | undefined
  /** Called with the searched text if there are more values than these; `options` may follow it. */
  onSearch?: ((text: string) => void) | undefined
}

/** The number of values shown before the list is expanded. */
const few = 6

/** A multiple-choice filter: the first values, all of them on demand, and any of them by search. */
export function ValuesGroup({
  label,
  name,
  options,
  chosen,
  onToggle,
  rest = 0,
  mono,
  keepEnd,
  onSearch,
}: ValuesGroupProps) {
  const search = useGroupSearch(onSearch)
  const { open } = search
  const known = new Set(options.map(({ value }) => value))
  const chosenOnly = chosen
    .filter((value) => !known.has(value))
    .map((value) => ({ value, label: value === none ? railLabels.none : value, count: undefined }))
  const all = [...chosenOnly, ...options]
  const searchText = search.text.toLowerCase()
  const matching =
    searchText === '' ? all : all.filter(({ label }) => label.toLowerCase().includes(searchText))
  const shown = open ? matching : all.filter(({ value }, index) => index < few || chosen.includes(value))
  const leads = keepEnd && uniqueLeads(shown.map(({ label }) => label))
  if (all.length === 0) return null
  return (
    <SearchableGroup label={label} search={search} hidden={all.length - shown.length}>
      {shown.map(({ value, label, count }) => (
        <RailValue
          key={value}
          focusKey={`${name} ${value}`}
          word={label}
          mono={mono}
          keepEnd={keepEnd}
          lead={leads ? leads.get(label) : undefined}
          checked={chosen.includes(value)}
          count={count}
          onToggle={() => onToggle(value)}
        />
      ))}
      {open && matching.length === 0 && <p className="py-1 text-3">{railLabels.noResults}</p>}
      {open && rest > 0 && <p className="py-1 text-xs text-3">{railLabels.narrow(rest)}</p>}
    </SearchableGroup>
  )
}

interface OneGroupProps {
  label: string
  name: string
  /** The label for no selection: `Any`, `Any time`. */
  any: string
  options: readonly RailOption[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

/** A single-choice filter. */
export function OneGroup({ label, name, any, options, chosen, onChoose }: OneGroupProps) {
  const known = chosen === undefined || options.some(({ value }) => value === chosen)
  const all = known ? options : [{ value: chosen, label: chosen, count: undefined }, ...options]
  return (
    <RailGroup label={label}>
      <NativeSelect
        aria-label={label}
        data-focus-key={name}
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.target.value === '' ? undefined : event.target.value)}
        className="mt-0.5 w-full"
      >
        <option value="">{any}</option>
        {all.map(({ value, label, count }) => (
          <option key={value} value={value}>
            {count === undefined ? label : `${label} (${formatNumber(count)})`}
          </option>
        ))}
      </NativeSelect>
    </RailGroup>
  )
}

interface TypedGroupProps {
  label: string
  placeholder: string
  value: string | undefined
  onType: (value: string | undefined) => void
  mono?: boolean
}

/** A filter with a typed value. */
export function TypedGroup({ label, placeholder, value, onType, mono = false }: TypedGroupProps) {
  return (
    <RailGroup label={label}>
      <DebouncedInput
        label={label}
        placeholder={placeholder}
        mono={mono}
        value={value ?? ''}
        onType={(text) => onType(text === '' ? undefined : text)}
        className="mt-0.5"
      />
    </RailGroup>
  )
}
