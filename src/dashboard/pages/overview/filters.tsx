import { Suspense } from 'react'
import { overviewPeriods } from '#contract/overview-vocabulary.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from './labels.ts'
import type { FiltersProps } from './search-params.ts'

const ScopeFilters = lazy(() => import('./scope-filters.tsx').then((module) => module.ScopeFilters))

/** The filters of the overview, all of them in the URL. */
export function Filters({ state, change, ...rest }: FiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line in all browsers.
    <div role="group" aria-label={labels.filters} className="flex flex-wrap items-center gap-2 print:hidden">
      <NativeSelect
        aria-label={labels.params.period}
        value={state.period ?? '90d'}
        onChange={({ target }) => {
          const period = overviewPeriods.find((one) => one === target.value)
          change({ period: period === '90d' ? undefined : period }, { kind: 'choice', group: 'period' })
        }}
      >
        {overviewPeriods.map((period) => (
          <option key={period} value={period}>
            {labels.periods[period]}
          </option>
        ))}
      </NativeSelect>
      <Suspense fallback={<FiltersToCome />}>
        <ScopeFilters {...{ state, change }} {...rest} />
      </Suspense>
    </div>
  )
}

/** Takes the place of the other filters until their code has loaded. */
function FiltersToCome() {
  return ['w-56 max-sm:w-full', 'w-25', 'w-56 max-sm:w-full', 'w-44'].map((width, at) => (
    <span key={at} className={`h-8 rounded bg-surface-2 ${width}`} />
  ))
}
