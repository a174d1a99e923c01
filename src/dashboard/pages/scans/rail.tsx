import type { ScanFacets } from '#contract/responses/scans.ts'
import { products, scanStatuses } from '#contract/vocabulary.ts'
import { OneGroup, TypedGroup, ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { TimeGroup } from '#features/list/filters/time-group.tsx'
import { type ChangeSearch, toggled } from '#features/list/search-params/use-search-state.ts'
import { scanKindLabel, scanProductLabel } from '#features/scan-labels.ts'
import { scanStatusLabel } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { labels } from './labels.ts'
import type { ScansState, scansShape } from './search-params.ts'

interface RailProps {
  state: ScansState
  change: ChangeSearch<typeof scansShape>
  /** The counts next to the values; undefined until they are loaded. */
  facets: ScanFacets | undefined
}

const choice = (group: string) => ({ kind: 'choice', group }) as const

function countIn(facets: ScanFacets | undefined, name: keyof ScanFacets['facets'], value: string | boolean) {
  return facets && (facets.facets[name].find((one) => one.value === value)?.count ?? 0)
}

/** The filter rail of the scans list. */
export function ScansRail(props: RailProps) {
  const { state, change } = props
  return (
    <>
      <TimeGroup
        label={labels.filters.since}
        since={state.since}
        until={state.until}
        onChange={({ since, until }) => change({ since, until }, choice('since'))}
      />
      <StatusGroup {...props} />
      <KindGroup {...props} />
      <ProductGroup {...props} />
      <ProjectAndBranchGroups {...props} />
      <DurationGroups {...props} />
    </>
  )
}

function StatusGroup({ state, change, facets }: RailProps) {
  return (
    <ValuesGroup
      label={labels.filters.statuses}
      name="statuses"
      options={scanStatuses.map((value) => ({
        value,
        label: scanStatusLabel(value),
        count: countIn(facets, 'statuses', value),
      }))}
      chosen={state.statuses ?? []}
      onToggle={(value) => {
        const status = scanStatuses.find((one) => one === value)
        if (status) change({ statuses: toggled(state.statuses, status) }, choice('statuses'))
      }}
    />
  )
}

/** Filters by full or diff scans. */
function KindGroup({ state, change, facets }: RailProps) {
  return (
    <OneGroup
      label={labels.filters.is_full_scan}
      name="is_full_scan"
      any={labels.any}
      options={[true, false].map((full) => ({
        value: String(full),
        label: scanKindLabel(full),
        count: countIn(facets, 'is_full_scan', full),
      }))}
      chosen={state.is_full_scan === undefined ? undefined : String(state.is_full_scan)}
      onChoose={(value) =>
        change({ is_full_scan: value === undefined ? undefined : value === 'true' }, choice('is_full_scan'))
      }
    />
  )
}

function ProductGroup({ state, change, facets }: RailProps) {
  return (
    <ValuesGroup
      label={labels.filters.products}
      name="products"
      options={products.map((value) => ({
        value,
        label: scanProductLabel(value),
        count: countIn(facets, 'products', value),
      }))}
      chosen={state.products ?? []}
      onToggle={(value) => {
        const product = products.find((one) => one === value)
        if (product) change({ products: toggled(state.products, product) }, choice('products'))
      }}
    />
  )
}

function ProjectAndBranchGroups({ state, change, facets }: RailProps) {
  const optionsOf = (name: 'repos' | 'branch', labelOf: (value: string) => string) =>
    (facets?.facets[name] ?? []).map(({ value, count }) => ({
      value: String(value),
      label: labelOf(String(value)),
      count,
    }))
  return (
    <>
      <ValuesGroup
        label={labels.filters.repos}
        name="repos"
        keepEnd
        options={optionsOf('repos', (value) => value)}
        rest={facets?.rest['repos']?.values}
        chosen={state.repos ?? []}
        onToggle={(value) => change({ repos: toggled(state.repos, value) }, choice('repos'))}
      />
      <ValuesGroup
        label={labels.filters.branch}
        name="branch"
        options={optionsOf('branch', refLabel)}
        rest={facets?.rest['branch']?.values}
        chosen={state.branch === undefined ? [] : [state.branch]}
        onToggle={(value) => change({ branch: state.branch === value ? undefined : value }, choice('branch'))}
      />
    </>
  )
}

const seconds = (text: string | undefined) =>
  text !== undefined && /^\d{1,8}$/.test(text) ? Number(text) : undefined

/** Filters by minimum and maximum duration. */
function DurationGroups({ state, change }: RailProps) {
  return (['min', 'max'] as const).map((name) => (
    <TypedGroup
      key={name}
      label={labels.inSeconds(labels.filters[name])}
      placeholder={name === 'min' ? '60' : '3600'}
      value={state[name] === undefined ? undefined : String(state[name])}
      onType={(text) => change({ [name]: seconds(text) }, { kind: 'typing' })}
    />
  ))
}
