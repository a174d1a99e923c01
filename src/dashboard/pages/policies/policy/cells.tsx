import { useSyncExternalStore } from 'react'
import type { PolicyRule } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { severityLabel } from '#features/severity.tsx'
import { formatNumber, formatPercent } from '#lib/text/format.ts'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { exactDay, exactTime, parseInstant, shortAge } from '#lib/time/instant.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { classes } from '#ui/classes.ts'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { labels } from '../labels.ts'
import { openFindingsPath } from '../mode/findings-url.ts'
import { ModeControl } from '../mode/mode-control.tsx'
import { ModeLabel } from '../mode/mode-label.tsx'
import { useRulesContext } from './rules-context.ts'

interface CellProps {
  rule: PolicyRule
}

/** Whether a row is focused or hovered. */
function useHere(path: string): boolean {
  const { active } = useRulesContext()
  return useSyncExternalStore(active.subscribe, () => active.has(path))
}

/** The rule by its short name, linked to its page, and its ID if there is room. */
export function RuleName({ rule, room = false }: CellProps & { room?: boolean }) {
  const { deployment, leads } = useRulesContext()
  const here = useHere(rule.path)
  return (
    <span
      // Without room for a useful part of it, the ID wraps and is clipped. The mode control covers the end.
      className={classes(
        'flex h-5 min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden',
        room && here && 'pr-41',
      )}
      title={rule.path}
    >
      <Link
        to={settingsPaths.rule(deployment, rule.path)}
        tabIndex={-1}
        className="max-w-full shrink-0 truncate font-medium text-1 no-underline hover:underline"
      >
        <bdi>{ruleTitle(rule.path, rule.title)}</bdi>
      </Link>
      {/* Paths are distinguished by their end. */}
      <span className="min-w-20 flex-1 font-mono text-xs text-2">
        <TruncateStart text={rule.path} lead={leads.get(rule.path)} />
      </span>
    </span>
  )
}

/** The four modes of a rule as a control. */
export function RuleModes({ rule }: CellProps) {
  const { choose, disabledReason, active } = useRulesContext()
  const focused = useSyncExternalStore(active.subscribe, () => active.isFocused(rule.path))
  return (
    <ModeControl
      label={labels.list.modeOf(ruleTitle(rule.path, rule.title))}
      mode={rule.policyMode}
      disabledReason={disabledReason}
      tabStop={focused}
      onChoose={(mode) => choose(rule.path, mode)}
    />
  )
}

/** The rule's mode as a label; while its row is focused or hovered, the mode control covers the end of the name. */
export function RuleMode({ rule }: CellProps) {
  const here = useHere(rule.path)
  return (
    <span data-mode-cell="" className="relative flex h-full items-center">
      <ModeLabel mode={rule.policyMode} hidden={here} />
      {here && (
        <span className="absolute right-0 flex">
          <RuleModes rule={rule} />
        </span>
      )}
    </span>
  )
}

/** The number of open findings, linked to a list with exactly the filter that the contract defines for it. */
export function OpenFindings({ rule }: CellProps) {
  const { deployment, policyId, type } = useRulesContext()
  const { openFindings, path } = rule
  if (typeof openFindings !== 'number') return <span className="text-3">{labels.list.notCounted}</span>
  if (openFindings === 0) return <span className="text-3">{labels.list.noFindings}</span>
  return (
    <Link
      to={openFindingsPath(deployment, type, [path], policyId)}
      tabIndex={-1}
      className="text-accent no-underline hover:underline"
    >
      {formatNumber(openFindings)}
      <span className="sr-only">{labels.list.openUnit(openFindings)}</span>
    </Link>
  )
}

export function FixRate({ rule }: CellProps) {
  const { fixRateSince } = useRulesContext()
  const since = parseInstant(fixRateSince)
  if (typeof rule.fixRate !== 'number') {
    return (
      <span className="text-3" title={since && labels.list.noFindingsSince(exactDay(since))}>
        –
      </span>
    )
  }
  return <span title={since && labels.list.fixRateSince(exactDay(since))}>{formatPercent(rule.fixRate)}</span>
}

/** Who last changed the mode, and when. */
export function LastChange({ rule }: CellProps) {
  const { now } = useRulesContext()
  const at = parseInstant(rule.lastChangeAt)
  if (!at) return <span className="text-3">{labels.list.never}</span>
  return (
    <span title={`${rule.lastChangeBy ?? labels.list.somebody}, ${exactTime(at)}`}>
      <time dateTime={at.toISOString()}>{shortAge(at, now)}</time>
      {rule.lastChangeBy && (
        <span className="text-2">
          {' · '}
          <bdi>{rule.lastChangeBy}</bdi>
        </span>
      )}
    </span>
  )
}

/** Several values in one cell; those that do not fit are shown on hover. */
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

/** Returns a rule as one line of text, for a row whose cells are not rendered yet. */
export function briefRule(rule: PolicyRule): string {
  return [
    ruleTitle(rule.path, rule.title),
    rule.path,
    modeLabel(rule.policyMode),
    severityLabel(rule.severity),
  ].join(' · ')
}
