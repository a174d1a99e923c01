import type { Policy, RuleAnswer } from '#contract/answers/policies.ts'
import { placePaths } from '#lib/place-paths.ts'
import { Link } from '#parts/link.tsx'
import { Time } from '#ui/time.tsx'
import { modeWord } from '../mode/words.ts'

interface RuleChangesProps {
  deployment: string
  rule: RuleAnswer['rule']
  policies: readonly Policy[]
  now: Date
}

/** The service gives so many of the newest changes. */
const mostChanges = 200

/** Who gave the rule which mode, the newest first. */
export function RuleChanges({ deployment, rule, policies, now }: RuleChangesProps) {
  const { changes } = rule
  if (changes.length === 0) return <p className="text-2">Nobody has changed its mode yet.</p>
  const nameOf = (id: string) => policies.find((policy) => policy.id === id)?.name ?? `policy ${id}`
  return (
    <>
      <ol className="divide-y divide-line border-y border-line">
        {changes.map((change) => (
          <li key={change.id} className="py-1.5">
            <span className="font-medium">{change.by}</span> <Time value={change.at} now={now} />:{' '}
            {modeWord(change.from)} → {modeWord(change.to)} in{' '}
            <Link
              to={placePaths.policy(deployment, change.policyId, { tab: 'history' })}
              className="text-accent underline underline-offset-2"
            >
              {nameOf(change.policyId)}
            </Link>
            {change.note && <p className="whitespace-pre-wrap text-2 wrap-anywhere">{change.note}</p>}
          </li>
        ))}
      </ol>
      {changes.length >= mostChanges && (
        <p className="pt-1 text-2">
          The newest {mostChanges}; older ones stand in the history of each policy.
        </p>
      )}
    </>
  )
}
