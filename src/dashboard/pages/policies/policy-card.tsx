import { labels } from './labels.ts'
import { modeInfos } from './mode/modes.ts'
import {
  AppliesToText,
  ModeCount,
  PolicyMenu,
  PolicyName,
  type PolicyRow,
  rulesOf,
} from './policies-columns.tsx'

/** The card of a policy on a phone. */
export function PolicyCard({ row }: { row: PolicyRow }) {
  const rules = rulesOf(row.policy)
  return (
    <span className="grid min-w-0 gap-1">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <PolicyName row={row} />
        <PolicyMenu row={row} />
      </span>
      <AppliesToText policy={row.policy} />
      <span className="flex gap-x-3 text-xs whitespace-nowrap text-2">
        {rules === 0
          ? labels.noRulesYet
          : modeInfos.map(({ mode, label }) => (
              <span key={mode}>
                {label} <ModeCount row={row} mode={mode} />
              </span>
            ))}
      </span>
      {rules !== undefined && <span className="sr-only">{labels.change.rules(rules)}</span>}
    </span>
  )
}
