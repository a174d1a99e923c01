import { useSyncExternalStore } from 'react'
import type { PolicyRule } from '#contract/answers/policies.ts'
import { formatNumber, formatPercent } from '#lib/format.ts'
import { exactDay, exactTime, parseInstant, shortAge } from '#lib/instant.ts'
import { placePaths } from '#lib/place-paths.ts'
import { Link } from '#parts/link.tsx'
import { severityWord } from '#parts/severity.tsx'
import { openFindingsOf } from '../mode/findings-address.ts'
import { ModeControl } from '../mode/mode-control.tsx'
import { modeWord } from '../mode/words.ts'
import { ruleTitle } from './rule-words.ts'
import { useRulesContext } from './rules-context.ts'

interface CellProps {
  rule: PolicyRule
}

/** The rule by its short name, a link to its page, and its path. */
export function RuleName({ rule }: CellProps) {
  const { deployment } = useRulesContext()
  return (
    <span className="flex min-w-0 items-baseline gap-2" title={rule.path}>
      <Link
        to={placePaths.rule(deployment, rule.path)}
        tabIndex={-1}
        className="max-w-3/4 shrink-0 truncate font-medium text-1 no-underline hover:underline"
      >
        {ruleTitle(rule)}
      </Link>
      {/* The end tells paths apart. */}
      <span className="min-w-0 flex-1 truncate font-mono text-xs text-2 [direction:rtl] text-left">
        <bdi dir="ltr">{rule.path}</bdi>
      </span>
    </span>
  )
}

export function RuleMode({ rule }: CellProps) {
  const { choose, disabledReason, active } = useRulesContext()
  const here = useSyncExternalStore(active.subscribe, () => active.get() === rule.path)
  return (
    <ModeControl
      label={`Mode of ${ruleTitle(rule)}`}
      mode={rule.policyMode}
      disabledReason={disabledReason}
      tabStop={here}
      onChoose={(mode) => choose(rule.path, mode)}
    />
  )
}

/** The list that the number counts, exactly as the contract says it. */
export function OpenFindings({ rule }: CellProps) {
  const { deployment, policyId, type } = useRulesContext()
  const { openFindings, path } = rule
  if (typeof openFindings !== 'number') return <span className="text-3">Not counted</span>
  return (
    <Link
      to={openFindingsOf(deployment, type, [path], policyId)}
      tabIndex={-1}
      className="text-accent no-underline hover:underline"
    >
      {formatNumber(openFindings)}
      <span className="sr-only"> open findings</span>
    </Link>
  )
}

export function FixRate({ rule }: CellProps) {
  const { fixRateSince } = useRulesContext()
  const since = parseInstant(fixRateSince)
  if (typeof rule.fixRate !== 'number') {
    return (
      <span className="text-3" title={since && `No findings since ${exactDay(since)}`}>
        –
      </span>
    )
  }
  return (
    <span title={since && `Fixed of all findings since ${exactDay(since)}`}>
      {formatPercent(rule.fixRate)}
    </span>
  )
}

/** Who changed the mode last, and when. */
export function LastChange({ rule }: CellProps) {
  const { now } = useRulesContext()
  const at = parseInstant(rule.lastChangeAt)
  if (!at) return <span className="text-3">Never</span>
  return (
    <span title={`${rule.lastChangeBy ?? 'Somebody'}, ${exactTime(at)}`}>
      <time dateTime={at.toISOString()}>{shortAge(at, now)}</time>
      {rule.lastChangeBy && <span className="text-2"> · {rule.lastChangeBy}</span>}
    </span>
  )
}

/** Several values in one cell; the rest is on hover. */
export function Values({
  values,
  shown = (value) => value,
}: {
  values: readonly string[] | null | undefined
  shown?: (value: string) => string
}) {
  if (!values || values.length === 0) return <span className="text-3">–</span>
  return <span title={values.join('\n')}>{values.map(shown).join(', ')}</span>
}

/** A rule as one line of text, for a row whose cells are not drawn yet. */
export function briefRule(rule: PolicyRule): string {
  return [ruleTitle(rule), rule.path, modeWord(rule.policyMode), severityWord(rule.severity)].join(' · ')
}
