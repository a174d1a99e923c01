import { type ComponentProps, useRef, useState } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import type { RuleAnswer } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { labels } from '../labels.ts'
import { openFindingsPath } from '../mode/findings-url.ts'
import { ModeControl } from '../mode/mode-control.tsx'
import { modeInfos, needsImpact } from '../mode/modes.ts'
import { RuleImpactForm } from '../mode/rule-impact-form.tsx'
import type { Confirmed } from '../mode/use-impact.ts'
import { useModes } from '../mode/use-modes.tsx'

interface RulePoliciesProps {
  deployment: string
  type: PageType
  rule: RuleAnswer['rule']
  nameOf: (policyId: string, name?: string) => string
}

/** The rule's mode in each policy, which can be changed inline. */
export function RulePolicies({ deployment, type, rule, nameOf }: RulePoliciesProps) {
  const modes = useModes(deployment)
  useKeys('table', { undoRow: () => void modes.undo() })
  const [pending, setPending] = useState<{ policyId: string; to: PolicyMode }>()
  const list = useRef<HTMLUListElement>(null)
  /** Restores the focus to the mode control. */
  const close = (policyId: string) => {
    setPending(undefined)
    const control = `[data-policy="${CSS.escape(policyId)}"] [aria-checked=true]`
    list.current?.querySelector<HTMLElement>(control)?.focus()
  }
  if (rule.policies.length === 0) return <p className="text-2">{labels.rule.noPolicy}</p>
  return (
    <ul ref={list} className="divide-y divide-line rounded border border-line bg-surface-1">
      {rule.policies.map(({ id, name: policyName, policyMode, openFindings }) => {
        const name = nameOf(id, policyName)
        const mode = modes.shown(id, rule.path, policyMode)
        const pendingMode = pending?.policyId === id ? pending.to : undefined
        const set = (to: PolicyMode, confirmed: Confirmed = {}) =>
          modes.set(id, { rulePath: rule.path, policyMode: to, ...confirmed }, mode)
        return (
          <li key={id} data-policy={id} className="px-3 py-2">
            <PolicyRow
              {...{ deployment, type, mode, requestedMode: pendingMode }}
              policy={{ id, name, openFindings }}
              rulePath={rule.path}
              disabledReason={modes.disabledReason}
              onChoose={(to) => {
                if (needsImpact(mode, to)) setPending({ policyId: id, to })
                else void set(to)
              }}
            />
            {pendingMode && (
              <RuleImpactForm
                {...{ deployment, type }}
                policyId={id}
                rulePath={rule.path}
                policyMode={pendingMode}
                title={labels.change.setThis(modeLabel(pendingMode))}
                onApply={(confirmed) => {
                  close(id)
                  return set(pendingMode, confirmed)
                }}
                onCancel={() => close(id)}
                className="mt-2 rounded border border-line bg-surface-2 px-3 py-2"
              />
            )}
          </li>
        )
      })}
      {modes.dialog}
    </ul>
  )
}

interface PolicyRowProps
  extends Pick<ComponentProps<typeof ModeControl>, 'mode' | 'requestedMode' | 'disabledReason' | 'onChoose'> {
  deployment: string
  type: PageType
  policy: { id: string; name: string; openFindings: number | null | undefined }
  rulePath: string
}

/** The mode in a policy, what it does, and the open findings. */
function PolicyRow({ deployment, type, policy, rulePath, mode, ...control }: PolicyRowProps) {
  const { id, name, openFindings } = policy
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <PolicyLink to={settingsPaths.policy(deployment, id, { q: rulePath })} name={name} />
      <ModeControl label={labels.rule.modeIn(name)} mode={mode} {...control} />
      <span className="text-2">
        {modeInfos.find((info) => info.mode === mode)?.effect ?? labels.unknownEffect}
      </span>
      {typeof openFindings === 'number' && (
        <OpenCount
          to={openFindingsPath(deployment, type, [rulePath], id)}
          count={openFindings}
          policy={name}
        />
      )}
    </div>
  )
}

interface OpenCountProps {
  to: string
  count: number
  policy: string
}

/** The open findings in the projects of a policy, which the row of the rule in that policy counts. */
function OpenCount({ to, count, policy }: OpenCountProps) {
  return (
    <Link
      to={to}
      aria-label={labels.rule.openIn(count, policy)}
      className="ml-auto text-accent underline underline-offset-2"
    >
      {labels.rule.openFindings(count)}
    </Link>
  )
}

function PolicyLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="min-w-40 font-medium text-1 wrap-anywhere underline-offset-2 hover:underline">
      <bdi>{name}</bdi>
    </Link>
  )
}
