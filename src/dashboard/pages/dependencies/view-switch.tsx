import type { DependencyFacets } from '#contract/responses/dependencies.ts'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { labels } from './labels.ts'
import type { DependenciesState, dependenciesShape } from './search-params.ts'

interface ViewSwitchProps {
  state: DependenciesState
  change: ChangeSearch<typeof dependenciesShape>
  counted: DependencyFacets | undefined
  /** The service supports neither grouping nor counts. */
  plain: boolean
}

/** Selects how the dependencies are grouped. */
export function ViewSwitch({ state, change, counted, plain }: ViewSwitchProps) {
  const views = [
    {
      by: undefined,
      word: plain ? labels.views.dependencies : labels.views.packages,
      count: counted?.packages,
    },
    { by: 'project' as const, word: labels.views.projects, count: counted?.projects },
    ...(plain ? [] : [{ by: 'license' as const, word: labels.views.licenses, count: undefined }]),
  ]
  return (
    <fieldset
      aria-label={labels.views.label}
      className="flex shrink-0 gap-1 max-sm:order-first max-sm:basis-full"
    >
      {views.map(({ by, word, count }) => (
        <Button
          key={word}
          variant="quiet"
          pressed={state.by === by || (plain && by === undefined && state.by === 'license')}
          onClick={() => change({ by, open: undefined }, { kind: 'choice', group: `by ${by ?? 'package'}` })}
        >
          {word}
          {count !== undefined && (
            <span className="font-normal text-2 max-sm:hidden">{formatNumber(count)}</span>
          )}
        </Button>
      ))}
    </fieldset>
  )
}
