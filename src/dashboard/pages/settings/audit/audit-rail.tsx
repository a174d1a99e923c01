import type { Audit } from '#contract/responses/deployments.ts'
import { ValuesGroup } from '#features/list/filters/rail-filters.tsx'
import { TimeGroup } from '#features/list/filters/time-group.tsx'
import type { ChangeSearch } from '#features/list/search-params/use-search-state.ts'
import { actionLabel, labels } from './labels.ts'
import type { AuditState, auditShape } from './search-params.ts'

interface AuditRailProps {
  state: AuditState
  change: ChangeSearch<typeof auditShape>
  /** The counts next to the values; undefined until they are loaded. */
  facets: Audit['facets']
}

/** The filter rail of the audit log. */
export function AuditRail({ state, change, facets }: AuditRailProps) {
  const values = (name: 'actor' | 'action', labelOf: (value: string) => string) => (
    <ValuesGroup
      label={labels.filters[name]}
      name={name}
      options={(facets?.[name] ?? []).map(({ value, count }) => ({ value, label: labelOf(value), count }))}
      chosen={state[name] === undefined ? [] : [state[name]]}
      onToggle={(value) =>
        change({ [name]: state[name] === value ? undefined : value }, { kind: 'choice', group: name })
      }
    />
  )
  return (
    <>
      <TimeGroup
        label={labels.filters.since}
        since={state.since}
        until={state.until}
        onChange={(span) =>
          change({ since: span.since, until: span.until }, { kind: 'choice', group: 'when' })
        }
      />
      {values('actor', (value) => value)}
      {values('action', actionLabel)}
    </>
  )
}
