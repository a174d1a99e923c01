import { labels } from './labels.ts'
import { ModeLabel } from './mode/mode-label.tsx'
import { modeInfos } from './mode/modes.ts'
import { AppliesToText, ModeCount, PolicyName, type PolicyRow, rulesOf } from './policies-columns.tsx'

/** The card of a policy on a phone. */
export function PolicyCard({ row }: { row: PolicyRow }) {
  const rules = rulesOf(row.policy)
  return (
    <span className="grid min-w-0 gap-2">
      <PolicyName row={row} />
      <AppliesToText policy={row.policy} />
      <span className="grid grid-cols-2 gap-x-6 gap-y-1 text-xs">
        {rules === 0
          ? labels.noRulesYet
          : modeInfos.map(({ mode }) => (
              <span key={mode} className="flex justify-between gap-2">
                <ModeLabel mode={mode} />
                <ModeCount row={row} mode={mode} />
              </span>
            ))}
      </span>
      {rules !== undefined && <span className="sr-only">{labels.change.rules(rules)}</span>}
    </span>
  )
}
