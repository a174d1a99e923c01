import { useQuery } from '@tanstack/react-query'
import { mayIn, meOptions } from '#api/me.ts'
import type { RuleAnswer } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Time } from '#ui/text/time.tsx'
import { labels } from '../labels.ts'

interface RuleChangesProps {
  deployment: string
  rule: RuleAnswer['rule']
  nameOf: (policyId: string) => string
  now: Date
}

/** The service returns at most this many of the newest changes. */
const mostChanges = 200

/** The mode changes of the rule, newest first. */
export function RuleChanges({ deployment, rule, nameOf, now }: RuleChangesProps) {
  const { changes } = rule
  const { data: me } = useQuery(meOptions())
  const log = me && mayIn(me, deployment, 'admin') && (
    <p className="pb-1">
      <Link
        to={settingsPaths.settings(deployment, 'audit', { target: rule.path })}
        className="text-accent underline underline-offset-2"
      >
        {labels.rule.inAuditLog}
      </Link>
    </p>
  )
  if (changes.length === 0)
    return (
      <>
        {log}
        <p className="text-2">{labels.rule.noChanges}</p>
      </>
    )
  return (
    <>
      {log}
      <ol className="divide-y divide-line border-y border-line">
        {changes.map((change) => (
          <li key={change.id} className="py-1.5">
            <bdi className="font-medium">{change.by}</bdi> <Time value={change.at} now={now} />:{' '}
            {labels.history.fromTo(modeLabel(change.from), modeLabel(change.to))} {labels.rule.in}{' '}
            <Link
              to={settingsPaths.policy(deployment, change.policyId, { tab: 'history' })}
              className="text-accent underline underline-offset-2"
            >
              {nameOf(change.policyId)}
            </Link>
            {change.note && <p className="whitespace-pre-wrap text-2 wrap-anywhere">{change.note}</p>}
          </li>
        ))}
      </ol>
      {changes.length >= mostChanges && <p className="pt-1 text-2">{labels.rule.newest(mostChanges)}</p>}
    </>
  )
}
