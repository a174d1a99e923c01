import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { explain } from '#api/http/errors.ts'
import { ownerRulesOptions, setOwnerRuleOptions } from '#api/owners.ts'
import type { OwnerRulesAnswer } from '#contract/responses/owners.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { Button } from '#ui/button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { SettingsPanel } from '../settings-panel.tsx'
import { removeRule, teamLabels } from './labels.ts'
import { RuleForm } from './rule-form.tsx'

interface RulesPanelProps {
  deployment: string
  /** Why this person may not set owners. */
  reason: string | undefined
}

/** The tags and rules that give owners. */
export function RulesPanel({ deployment, reason }: RulesPanelProps) {
  const { data, error } = useQuery(ownerRulesOptions(deployment))
  const value = useRef<HTMLInputElement>(null)
  return (
    <SettingsPanel title={teamLabels.rules} description={teamLabels.rulesDetail}>
      {error && !data && (
        <Banner tone="danger" className="mb-3 rounded">
          {teamLabels.rulesFailed}: {explain(error).detail}
        </Banner>
      )}
      {!data && !error && (
        <div className="mb-4">
          <SkeletonLines count={1} />
        </div>
      )}
      {data && data.rules.length > 0 && (
        <ul aria-label={teamLabels.rules} className="mb-4 border-t border-line">
          {data.rules.map((rule) => (
            <li key={`${rule.kind} ${rule.value}`}>
              <RuleRow {...{ deployment, reason, rule }} after={value} />
            </li>
          ))}
        </ul>
      )}
      <RuleForm {...{ deployment, reason }} valueRef={value} />
    </SettingsPanel>
  )
}

interface RuleRowProps extends RulesPanelProps {
  rule: OwnerRulesAnswer['rules'][number]
  /** Receives the focus when the row is gone. */
  after: RefObject<HTMLElement | null>
}

function RuleRow({ deployment, reason, rule: { kind, value, owner }, after }: RuleRowProps) {
  const { mutate, isPending, error } = useMutation(setOwnerRuleOptions(deployment))
  const remove = () =>
    mutate(
      { kind: kind === 'tag' ? 'tag' : 'rule', value, owner: null },
      {
        onSuccess: () => {
          after.current?.focus()
          toast({
            title: teamLabels.ruleRemoved,
            detail: teamLabels.inBackground,
            tone: 'ok',
            slot: 'owner-rules',
          })
        },
      },
    )
  return (
    <div className="flex items-start gap-x-3 border-b border-line py-1">
      <span className="w-9 shrink-0 text-2">{kind === 'tag' ? teamLabels.tag : teamLabels.rule}</span>
      <span className="grid min-w-0 flex-1 gap-x-3 sm:grid-cols-2">
        <bdi className="font-medium wrap-anywhere">{value}</bdi>
        <bdi className="wrap-anywhere">{ownerName(owner)}</bdi>
        <RequestError error={error} />
      </span>
      <Button
        size="small"
        variant="quiet"
        className="-mr-2"
        loading={isPending}
        disabledReason={reason}
        onClick={remove}
      >
        {teamLabels.unmap} <span className="sr-only">{removeRule(value)}</span>
      </Button>
    </div>
  )
}
