import type { PolicyRule } from '#contract/responses/policies.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { labels } from '../labels.ts'
import { LastChange, OpenFindings, RuleModes, RuleName } from './cells.tsx'

/** The card of a rule on a phone. */
export function RuleCard({ rule }: { rule: PolicyRule }) {
  return (
    <span className="grid min-w-0 gap-1">
      <RuleName rule={rule} />
      <RuleModes rule={rule} />
      <span className="flex min-w-0 items-center gap-2 truncate text-xs">
        <SeverityIcon value={rule.severity} />
        {severityLabel(rule.severity)}
        <span>
          <OpenFindings rule={rule} />
          {rule.openFindings ? labels.list.openWord : ''}
        </span>
        <LastChange rule={rule} />
      </span>
    </span>
  )
}
