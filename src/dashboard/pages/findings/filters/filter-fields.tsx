import type { FindingFilter } from '#contract/parameters/findings-query.ts'
import { isPathPattern } from '#contract/parameters/path-pattern.ts'
import { none } from '#contract/parameters/query.ts'
import { RailGroup } from '#features/list/filters/rail-group.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { cellLabels } from '../labels.ts'
import { valuesOf, withValues } from '../list/list-state.ts'
import { labelOf } from './filter-labels.ts'
import { countOf } from './filter-values.tsx'
import { filterLabels } from './labels.ts'
import type { RailProps } from './rail-props.ts'

/** Yes, no, or any. */
export function FlagGroup({
  name,
  on,
  off,
  state,
  change,
  facets,
}: RailProps & { name: keyof FindingFilter; on: string; off: string }) {
  const counted = (word: string, value: string) => {
    const count = countOf(facets, name, value)
    return count === undefined ? word : `${word} (${formatNumber(count)})`
  }
  const value = state.filter[name]
  return (
    <RailGroup label={labelOf(name)}>
      <NativeSelect
        data-focus-key={name}
        aria-label={labelOf(name)}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => {
          const chosen = event.target.value
          change((now) => withValues(now, name, chosen === '' ? [] : [chosen]), {
            kind: 'choice',
            group: name,
          })
        }}
        className="mt-0.5 w-full"
      >
        <option value="">{filterLabels.any}</option>
        <option value="true">{counted(on, 'true')}</option>
        <option value="false">{counted(off, 'false')}</option>
      </NativeSelect>
    </RailGroup>
  )
}

/** A folder, a file or a glob pattern, and paths to exclude. */
export function PathGroup({ state, change }: RailProps) {
  const type = (name: 'path' | 'not_path') => (text: string) =>
    change((now) => withValues(now, name, text === '' ? [] : [text]), { kind: 'typing' })
  return (
    <RailGroup label={labelOf('path')}>
      <DebouncedInput
        label={filterLabels.path}
        placeholder={filterLabels.pathExample}
        mono
        value={state.filter.path ?? ''}
        onType={type('path')}
        className="mt-0.5"
      />
      <PathForm filter={state.filter.path} />
      <DebouncedInput
        label={filterLabels.notPath}
        placeholder={filterLabels.notPathExample}
        mono
        value={state.filter.not_path ?? ''}
        onType={type('not_path')}
        className="mt-1.5"
      />
      <PathForm filter={state.filter.not_path} />
    </RailGroup>
  )
}

/** Says how a filter of paths is read. */
function PathForm({ filter }: { filter: string | undefined }) {
  if (filter === undefined || filter === none) return null
  return (
    <p role="status" className="pt-0.5 text-xs text-3">
      {isPathPattern(filter) ? filterLabels.asPattern : filterLabels.asPrefix}
    </p>
  )
}

const thresholds = ['0.01', '0.1', '0.5', '0.9']

/** The minimum exploit likelihood, or no score. */
export function EpssGroup({ state, change }: RailProps) {
  const value = state.filter.epss_min
  const shown = value === undefined ? '' : String(value)
  const offered =
    shown !== '' && shown !== none && !thresholds.includes(shown) ? [shown, ...thresholds] : thresholds
  return (
    <RailGroup label={filterLabels.epss}>
      <NativeSelect
        aria-label={filterLabels.epss}
        value={shown}
        onChange={(event) => {
          const chosen = event.target.value
          change((now) => withValues(now, 'epss_min', chosen === '' ? [] : [chosen]), {
            kind: 'choice',
            group: 'epss_min',
          })
        }}
        className="mt-0.5 w-full"
      >
        <option value="">{filterLabels.any}</option>
        {offered.map((threshold) => (
          <option key={threshold} value={threshold}>
            {filterLabels.orMore(Number(threshold) * 100)}
          </option>
        ))}
        <option value={none}>{cellLabels.noEpss}</option>
      </NativeSelect>
    </RailGroup>
  )
}

const byId = ['first_seen_scan_ids', 'fixed_scan_ids', 'policy_ids', 'repository_ids'] as const

/** Filters by numeric id: the scan that first saw or fixed a finding, a policy, or a project. */
export function IdsGroup({ state, change }: RailProps) {
  return (
    <RailGroup label={filterLabels.byId}>
      {byId.map((name) => (
        <DebouncedInput
          key={name}
          label={filterLabels.ids(labelOf(name))}
          placeholder={labelOf(name)}
          value={valuesOf(state.filter, name).join(', ')}
          onType={(text) =>
            change((now) => withValues(now, name, text.split(/[\s,]+/).filter(Boolean)), { kind: 'typing' })
          }
          className="mt-1.5 first-of-type:mt-0.5"
        />
      ))}
    </RailGroup>
  )
}
