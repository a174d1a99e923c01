import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Policy } from '#contract/responses/policies.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { lazyDialog } from '#ui/lazy.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { changeLabels } from './labels.ts'

const PolicyDialog = lazyDialog(() => import('./policy-dialog.tsx').then((module) => module.PolicyDialog))
const AddRulesDialog = lazyDialog(() =>
  import('./add-rules-dialog.tsx').then((module) => module.AddRulesDialog),
)
const DeletePolicyDialog = lazyDialog(() =>
  import('./delete-policy-dialog.tsx').then((module) => module.DeletePolicyDialog),
)

type Pending = { kind: 'create' } | { kind: 'edit' | 'copy' | 'delete' | 'rules'; policy: Policy }

/**
 * What a person may do with policies, and the dialog of what they chose.
 * @param onDeleted called before the queries of a deleted policy are requested again.
 */
export function usePolicyActions(deployment: string, modes: Modes, onDeleted?: () => void) {
  const navigate = useNavigate()
  const [pending, setPending] = useState<Pending>()
  const close = () => setPending(undefined)
  const open = (kind: Exclude<Pending['kind'], 'create'>, policy: Policy) => setPending({ kind, policy })
  const entriesOf = (policy: Policy): MenuEntry[] => [
    { kind: 'action', label: changeLabels.edit, onSelect: () => open('edit', policy) },
    { kind: 'action', label: changeLabels.copy, onSelect: () => open('copy', policy) },
    {
      kind: 'action',
      label: changeLabels.delete,
      danger: true,
      disabledReason: policy.isDefault ? changeLabels.defaultKept : undefined,
      onSelect: () => open('delete', policy),
    },
  ]
  return {
    create: () => setPending({ kind: 'create' }),
    open,
    entriesOf,
    dialog: pending && <Suspense>{dialogOf(pending)}</Suspense>,
  }

  function dialogOf(shown: Pending): ReactNode {
    const common = { deployment, modes, onClose: close }
    if (shown.kind === 'rules') return <AddRulesDialog {...common} policy={shown.policy} />
    if (shown.kind === 'delete')
      return <DeletePolicyDialog {...common} policy={shown.policy} onDeleted={onDeleted} />
    return (
      <PolicyDialog
        {...common}
        kind={shown.kind}
        policy={shown.kind === 'create' ? undefined : shown.policy}
        onSaved={(id) => {
          if (shown.kind !== 'edit') void navigate(settingsPaths.policy(deployment, id))
        }}
      />
    )
  }
}
