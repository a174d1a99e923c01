import { type ComponentProps, Suspense, useRef, useState } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import type { Policy, RuleAnswer } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { useKeys } from '#features/shortcuts/use-keys.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { changeLabels } from '../change/labels.ts'
import { labels } from '../labels.ts'
import { openFindingsPath } from '../mode/findings-url.ts'
import { ModeControl } from '../mode/mode-control.tsx'
import { modeInfos, needsImpact } from '../mode/modes.ts'
import { RuleImpactForm } from '../mode/rule-impact-form.tsx'
import type { Confirmed } from '../mode/use-impact.ts'
import { type Modes, useModes } from '../mode/use-modes.tsx'
import { RemoveRules } from '../policy/remove-rules.tsx'

const AddToPolicyDialog = lazyDialog(() =>
  import('../change/add-to-policy-dialog.tsx').then((module) => module.AddToPolicyDialog),
)

interface RulePoliciesProps {
  deployment: string
  type: PageType
  rule: RuleAnswer['rule']
  /** Those of the deployment. */
  policies: readonly Policy[]
  nameOf: (policyId: string, name?: string) => string
}

/** The rule's mode in each policy, which can be changed inline; other policies can get the rule, and lose it. */
export function RulePolicies({ deployment, type, rule, policies, nameOf }: RulePoliciesProps) {
  const modes = useModes(deployment)
  useKeys('table', { undoRow: () => void modes.undo() })
  const [pending, setPending] = useState<{ policyId: string; to: PolicyMode | 'removed' }>()
  const list = useRef<HTMLUListElement>(null)
  /** Restores the focus to the mode control. */
  const close = (policyId: string) => {
    setPending(undefined)
    const control = `[data-policy="${CSS.escape(policyId)}"] [aria-checked=true]`
    list.current?.querySelector<HTMLElement>(control)?.focus()
  }
  return (
    <div className="grid justify-items-start gap-2">
      {rule.policies.length === 0 && <p className="text-2">{labels.rule.noPolicy}</p>}
      <ul
        ref={list}
        className="w-full divide-y divide-line rounded border border-line bg-surface-1 empty:hidden"
      >
        {rule.policies.map(({ id, name: policyName, ...policy }) => (
          <RulePolicy
            key={id}
            {...{ deployment, type, modes }}
            policy={{ ...policy, id, name: nameOf(id, policyName) }}
            rulePath={rule.path}
            isDefault={policies.find((one) => one.id === id)?.isDefault !== false}
            pending={pending?.policyId === id ? pending.to : undefined}
            onAsk={(to) => setPending({ policyId: id, to })}
            onClose={() => close(id)}
          />
        ))}
      </ul>
      {modes.mayChange && <AddToPolicy {...{ deployment, rule, modes }} />}
      {modes.dialog}
    </div>
  )
}

interface RulePolicyProps {
  deployment: string
  type: PageType
  policy: Omit<RuleAnswer['rule']['policies'][number], 'name'> & { name: string }
  rulePath: string
  /** Whether the rule cannot be removed. */
  isDefault: boolean
  modes: Modes
  /** The change that is previewed. */
  pending: PolicyMode | 'removed' | undefined
  onAsk: (to: PolicyMode | 'removed') => void
  onClose: () => void
}

const previewClass = 'mt-2 rounded border border-line bg-surface-2 px-3 py-2'

/** The rule in one policy. */
function RulePolicy(props: RulePolicyProps) {
  const { deployment, type, policy, rulePath, isDefault, modes, pending, onAsk, onClose } = props
  const { id, name, policyMode, openFindings } = policy
  const mode = modes.shown(id, rulePath, policyMode)
  const set = (to: PolicyMode, confirmed: Confirmed = {}) =>
    modes.set(id, { rulePath, policyMode: to, ...confirmed }, mode)
  const isRemoving = pending === 'removed'
  return (
    <li data-policy={id} className="px-3 py-2">
      <PolicyRow
        {...{ deployment, type, mode, rulePath }}
        requestedMode={isRemoving ? undefined : pending}
        policy={{ id, name, openFindings }}
        disabledReason={modes.disabledReason}
        onChoose={(to) => {
          if (needsImpact(mode, to)) onAsk(to)
          else void set(to)
        }}
        onRemove={
          isDefault || !modes.mayChange ? undefined : () => (isRemoving ? onClose() : onAsk('removed'))
        }
        isRemoving={isRemoving}
      />
      {isRemoving ? (
        <RemoveRules
          {...{ deployment, modes }}
          policyId={id}
          rulePaths={[rulePath]}
          title={changeLabels.titles.removeFrom(name)}
          onRemoved={onClose}
          onCancel={onClose}
          className={previewClass}
        />
      ) : (
        pending && (
          <RuleImpactForm
            {...{ deployment, type, rulePath }}
            policyId={id}
            policyMode={pending}
            title={labels.change.setThis(modeLabel(pending))}
            onApply={(confirmed) => {
              onClose()
              return set(pending, confirmed)
            }}
            onCancel={onClose}
            className={previewClass}
          />
        )
      )}
    </li>
  )
}

/** Adds the rule to a policy that lacks it. */
function AddToPolicy({
  deployment,
  rule,
  modes,
}: Pick<RulePoliciesProps, 'deployment' | 'rule'> & { modes: Modes }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="plus" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {changeLabels.addTo}
      </Button>
      {isOpen && (
        <Suspense>
          <AddToPolicyDialog
            {...{ deployment, modes }}
            rulePaths={[rule.path]}
            without={rule.policies.map(({ id }) => id)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface PolicyRowProps
  extends Pick<ComponentProps<typeof ModeControl>, 'mode' | 'requestedMode' | 'disabledReason' | 'onChoose'> {
  deployment: string
  type: PageType
  policy: { id: string; name: string; openFindings: number | null | undefined }
  rulePath: string
  /** Opens and closes the removal; undefined if the policy keeps the rule, or the person may not. */
  onRemove: (() => void) | undefined
  isRemoving: boolean
}

/** The mode in a policy, what it does, and the open findings. */
function PolicyRow(props: PolicyRowProps) {
  const { deployment, type, policy, rulePath, mode, onRemove, isRemoving, ...control } = props
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
      {onRemove && (
        <Button
          size="small"
          variant="quiet"
          aria-label={changeLabels.removeFrom(name)}
          aria-expanded={isRemoving}
          onClick={onRemove}
        >
          {changeLabels.remove}
        </Button>
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
