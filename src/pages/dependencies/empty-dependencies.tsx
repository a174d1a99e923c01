import { useQueries, useQuery } from '@tanstack/react-query'
import { dependencyCountOptions } from '#api/dependencies.ts'
import { countsWithout } from '#parts/list/counts-without.ts'
import { NothingMatches } from '#parts/list/nothing-matches.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { chipsOf, filterOf, labels, noFilter } from './address.ts'
import { useProjectNames } from './use-project-names.ts'
import type { ViewProps } from './view.ts'

const command = 'npm run -s gatehouse -- import bom.cdx.json --project org/repo'

/** In place of rows: no scan has brought dependencies yet, or none matches. */
export function EmptyDependencies({
  deployment,
  state,
  change,
}: Pick<ViewProps, 'deployment' | 'state' | 'change'>) {
  const nameOf = useProjectNames(deployment, filterOf(state))
  const narrowed = chipsOf(state, nameOf)
  const filters =
    state.q === undefined ? narrowed : [{ name: 'q' as const, label: labels.q, value: state.q }, ...narrowed]
  const all = useQuery({ ...dependencyCountOptions(deployment, {}), enabled: filters.length > 0 })
  const without = useQueries({
    queries: filters.map(({ name }) =>
      dependencyCountOptions(deployment, filterOf({ ...state, [name]: undefined })),
    ),
  })
  if (filters.length === 0 || all.data === 0) return <NoneYet />
  return (
    <NothingMatches
      noun="dependency"
      nouns="dependencies"
      filters={filters}
      without={countsWithout(filters, without)}
      onRemove={(name) => change({ [name]: undefined, open: undefined }, { kind: 'choice', group: name })}
      onClear={() => change(noFilter, { kind: 'choice', group: 'clear' })}
    />
  )
}

function NoneYet() {
  return (
    <EmptyState icon="layers" title="No dependencies yet">
      <p>
        They come with a full scan of a primary branch: a scanner's file that names what its lockfiles hold,
        or a bill of materials of your own as CycloneDX JSON.
      </p>
      <p className="mt-3 flex items-center gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3 text-left">
        <code className="min-w-0 flex-1 font-mono text-xs text-1 wrap-anywhere">{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </EmptyState>
  )
}
