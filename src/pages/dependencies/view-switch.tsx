import type { DependencyFacets } from '#contract/answers/dependencies.ts'
import { formatNumber } from '#lib/format.ts'
import type { ChangeAddress } from '#parts/list/use-address.ts'
import { Button } from '#ui/button.tsx'
import type { DependenciesState, dependenciesShape } from './address.ts'

interface ViewSwitchProps {
  state: DependenciesState
  change: ChangeAddress<typeof dependenciesShape>
  counted: DependencyFacets | undefined
  /** The service can neither group nor count. */
  plain: boolean
}

/** By what the dependencies are shown. */
export function ViewSwitch({ state, change, counted, plain }: ViewSwitchProps) {
  const views = [
    { by: undefined, word: plain ? 'Dependencies' : 'Packages', count: counted?.packages },
    { by: 'project' as const, word: 'Projects', count: counted?.projects },
    ...(plain ? [] : [{ by: 'license' as const, word: 'Licences', count: undefined }]),
  ]
  return (
    <fieldset aria-label="View" className="flex gap-1">
      {views.map(({ by, word, count }) => (
        <Button
          key={word}
          variant="quiet"
          pressed={state.by === by || (plain && by === undefined && state.by === 'license')}
          onClick={() => change({ by, open: undefined }, { kind: 'choice', group: `by ${by ?? 'package'}` })}
        >
          {word}
          {count !== undefined && <span className="font-normal text-2">{formatNumber(count)}</span>}
        </Button>
      ))}
    </fieldset>
  )
}
