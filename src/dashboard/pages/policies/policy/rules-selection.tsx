import { type RefObject, Suspense, useState } from 'react'
import type { PolicyRule } from '#contract/responses/policies.ts'
import type { RowSelection } from '#features/list/selection/use-row-selection.tsx'
import { SelectionFrame } from '#features/list/table/selection-frame.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { formatNumber } from '#lib/text/format.ts'
import type { PageType } from '#lib/urls/paths.ts'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { usePhone } from '#table/use-phone.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { Kbd } from '#ui/text/kbd.tsx'
import { changeLabels } from '../change/labels.ts'
import { labels } from '../labels.ts'
import { ImpactForm } from '../mode/impact-form.tsx'
import { modeInfos, needsNote } from '../mode/modes.ts'
import type { Modes } from '../mode/use-modes.tsx'
import { RemoveRules } from './remove-rules.tsx'
import { mostAtOnce, type PendingModeChange, type useModeChange } from './use-mode-change.ts'

const AddToPolicyDialog = lazyDialog(() =>
  import('../change/add-to-policy-dialog.tsx').then((module) => module.AddToPolicyDialog),
)

interface RulesSelectionProps {
  deployment: string
  policyId: string
  type: PageType
  table: RefObject<DataTableHandle | null>
  selection: RowSelection<PolicyRule>
  modeChange: ReturnType<typeof useModeChange>
  disabledReason: string | undefined
  /** Adds rules to another policy; undefined if the person may not. */
  adding: Modes | undefined
  /** Removes rules; undefined if the policy keeps its rules, or the person may not. */
  removal: Modes | undefined
  total: number | undefined
  /** Loads and selects all matching rules; `loadingAll` is true meanwhile. */
  onAll: () => void
  loadingAll: boolean
}

/** The actions of the selected rules, with a preview of their impact. */
export function RulesSelection(props: RulesSelectionProps) {
  const { deployment, policyId, table, selection, modeChange, adding, removal } = props
  const phone = usePhone()
  const [isAdding, setIsAdding] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { size } = selection.selected
  const pending = modeChange.pending?.rulePath === undefined ? modeChange.pending : undefined
  // A mode that is chosen takes the place of the removal.
  if (isRemoving && (size === 0 || pending)) setIsRemoving(false)
  if (size === 0) return null
  const remove = () => {
    modeChange.drop()
    setIsRemoving(!isRemoving)
  }
  const rulePaths = [...selection.selected.keys()]
  return (
    <SelectionFrame
      table={table}
      label={labels.selection.selected(size)}
      elsewhere={selection.elsewhere}
      onClear={() => {
        modeChange.drop()
        selection.clear()
      }}
      secondary={<SelectAllButton {...props} phone={phone} />}
      before={
        pending ? (
          <SelectionImpact {...props} pending={pending} />
        ) : (
          removal &&
          isRemoving && (
            <RemoveRules
              {...{ deployment, policyId }}
              modes={removal}
              rulePaths={rulePaths}
              onRemoved={selection.clear}
              onCancel={() => setIsRemoving(false)}
            />
          )
        )
      }
    >
      <SelectionActions
        {...props}
        {...{ phone, pending, isRemoving }}
        onAdd={adding && (() => setIsAdding(true))}
        onRemove={removal && remove}
      />
      {adding && isAdding && (
        <Adding {...props} {...{ rulePaths }} modes={adding} onClose={() => setIsAdding(false)} />
      )}
    </SelectionFrame>
  )
}

interface AddingProps extends RulesSelectionProps {
  rulePaths: readonly string[]
  modes: Modes
  onClose: () => void
}

/** Adds the selected rules to another policy. */
function Adding({ deployment, policyId, selection, rulePaths, modes, onClose }: AddingProps) {
  return (
    <Suspense>
      <AddToPolicyDialog
        {...{ deployment, rulePaths, modes, onClose }}
        without={[policyId]}
        onAdded={selection.clear}
      />
    </Suspense>
  )
}

interface SelectionActionsProps extends RulesSelectionProps {
  phone: boolean
  pending: PendingModeChange | undefined
  isRemoving: boolean
  /** Opens the dialog that adds the rules to another policy. */
  onAdd: (() => void) | undefined
  /** Opens and closes the removal; undefined if the rules cannot be removed. */
  onRemove: (() => void) | undefined
}

/** Sets a mode of the selected rules, or removes them; a menu on a phone. */
function SelectionActions(props: SelectionActionsProps) {
  const { selection, modeChange, disabledReason, phone, pending, isRemoving, onAdd, onRemove } = props
  if (phone) {
    const entries: MenuEntry[] = modeInfos.map(({ mode, label }) => ({
      kind: 'action',
      label,
      disabledReason,
      onSelect: () => modeChange.chooseSelected(mode),
    }))
    const others: MenuEntry[] = [
      ...(onAdd ? [{ kind: 'action', label: changeLabels.addTo, onSelect: onAdd } as const] : []),
      ...(onRemove ? [{ kind: 'action', label: changeLabels.remove, onSelect: onRemove } as const] : []),
    ]
    return (
      <MenuButton
        label={others.length > 0 ? changeLabels.actions : labels.selection.setMode}
        size="large"
        variant="primary"
        align="end"
        entries={others.length > 0 ? [...entries, { kind: 'line' }, ...others] : entries}
      />
    )
  }
  return (
    <>
      {modeInfos.map(({ mode, label, key }) => (
        <Button
          key={mode}
          size="small"
          disabledReason={disabledReason}
          aria-expanded={pending ? pending.to === mode : undefined}
          onClick={() => modeChange.chooseSelected(mode)}
        >
          {label} <span className="sr-only">{labels.selection.selected(selection.selected.size)}</span>
          <Kbd className="-mr-1 @max-[760px]:hidden">{key}</Kbd>
        </Button>
      ))}
      {onAdd && (
        <Button size="small" aria-haspopup="dialog" onClick={onAdd}>
          {changeLabels.addTo}
        </Button>
      )}
      {onRemove && (
        <Button size="small" aria-expanded={isRemoving} onClick={onRemove}>
          {changeLabels.remove}
        </Button>
      )}
    </>
  )
}

/** Selects all matching rules, or the first of them up to the limit. */
function SelectAllButton({
  selection,
  total = 0,
  onAll,
  loadingAll,
  phone,
}: RulesSelectionProps & { phone: boolean }) {
  const count = Math.min(total, mostAtOnce)
  if (count <= selection.selected.size) return null
  const { all, selectFirst, selectAll } = labels.selection
  return (
    <Button size={phone ? 'large' : 'small'} variant="quiet" onClick={onAll} loading={loadingAll}>
      {phone ? all : total > mostAtOnce ? selectFirst : selectAll} {formatNumber(count)}{' '}
      <span className="@max-[760px]:sr-only">{labels.selection.thatMatch}</span>
    </Button>
  )
}

/** The impact of the mode chosen for the selected rules. */
function SelectionImpact({
  deployment,
  policyId,
  type,
  modeChange,
  pending,
}: RulesSelectionProps & { pending: PendingModeChange }) {
  const { to, requested } = pending
  const rulePaths = requested.map(({ rulePath }) => rulePath)
  return (
    <ImpactForm
      key={to}
      {...{ deployment, policyId, type, rulePaths }}
      title={labels.change.setMany(requested.length, modeLabel(to))}
      request={{ rulePaths, policyMode: to }}
      count={requested.length}
      note={needsNote(to)}
      onApply={modeChange.apply}
      onCancel={modeChange.cancel}
    />
  )
}
