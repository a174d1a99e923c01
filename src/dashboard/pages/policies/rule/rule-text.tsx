import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { setRuleTextOptions } from '#api/policies.ts'
import type { RuleAnswer } from '#contract/responses/policies.ts'
import { ruleTextField } from '#features/rule-text-fields.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Time } from '#ui/text/time.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'

const TextDialog = lazyDialog(() => import('./text-dialog.tsx').then((module) => module.TextDialog))

interface RuleTextProps {
  deployment: string
  rule: RuleAnswer['rule']
  now: Date
}

/** Where the text of a rule comes from: most projects or an administrator, and what other projects say. */
export function RuleText({ deployment, rule, now }: RuleTextProps) {
  const { data: me } = useQuery(meOptions())
  const [isSetting, setSetting] = useState(false)
  const { fixed } = rule
  const differences = rule.differences ?? []
  const disabledReason =
    me && !mayIn(me, deployment, 'policies:write') ? labels.change.missingScope : undefined
  const { mutate, isPending } = useMutation({
    ...setRuleTextOptions(deployment, rule.path),
    onSuccess: () => toast({ title: labels.rule.text.reverted, tone: 'ok', slot: 'rule-text' }),
    onError: (error) => toast({ title: explain(error).title, tone: 'danger', slot: 'rule-text' }),
  })
  return (
    <div className="grid gap-2">
      {rule.provisional && <p className="text-2">{labels.rule.text.provisional}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1">
          {fixed ? (
            <>
              {labels.rule.text.set(Object.keys(fixed.texts).map(ruleTextField))}{' '}
              <Time value={fixed.at} now={now} />
            </>
          ) : (
            labels.rule.text.ofMost
          )}
        </p>
        {fixed && (
          <Button
            size="small"
            loading={isPending}
            disabledReason={disabledReason}
            onClick={() => mutate({ fixed: {}, expectedAt: fixed.at })}
          >
            {labels.rule.text.revert}
          </Button>
        )}
        <Button size="small" disabledReason={disabledReason} onClick={() => setSetting(true)}>
          {labels.rule.text.edit}
        </Button>
      </div>
      {differences.length > 0 && <Differences differences={differences} />}
      {isSetting && (
        <Suspense>
          <TextDialog deployment={deployment} rule={rule} onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The rest is counted. */
const shownDifferences = 20

/** What projects report that most do not. */
function Differences({ differences }: { differences: NonNullable<RuleAnswer['rule']['differences']> }) {
  return (
    <>
      <p className="text-2">{labels.rule.text.differ}</p>
      <ul className="divide-y divide-line border-y border-line">
        {differences.slice(0, shownDifferences).map(({ field, value, projects, names }) => (
          <li key={`${field} ${value}`} className="py-1.5 wrap-anywhere">
            <span className="text-2">{ruleTextField(field)}:</span> <bdi>{value}</bdi>{' '}
            <span className="text-2">· {labels.rule.text.inProjects(names, projects)}</span>
          </li>
        ))}
      </ul>
      {differences.length > shownDifferences && (
        <p className="text-2">{labels.rule.text.more(differences.length - shownDifferences)}</p>
      )}
    </>
  )
}
