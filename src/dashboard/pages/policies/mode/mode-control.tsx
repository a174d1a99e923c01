import { type KeyboardEvent, useId } from 'react'
import type { PolicyMode } from '#api/policies.ts'
import { modeLabel } from '#features/policies/names.ts'
import { classes } from '#ui/classes.ts'
import { modeInfos } from './modes.ts'

interface ModeControlProps {
  /** The label of the rule, or of the policy that contains it. */
  label: string
  mode: string | null | undefined
  /** The mode that awaits confirmation and is not set yet. */
  requestedMode?: PolicyMode | undefined
  onChoose: (mode: PolicyMode) => void
  disabledReason?: string | undefined
  /** Whether the control is a tab stop; in a table only in the focused row. */
  tabStop?: boolean | undefined
}

/** The offset of each arrow key; movement wraps around at the ends. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The four modes as a radio group. Arrow keys move without choosing; Space, Enter or a press chooses. The chosen one is
 * filled, underlined and heavier.
 */
export function ModeControl({
  label,
  mode,
  requestedMode,
  onChoose,
  disabledReason,
  tabStop = true,
}: ModeControlProps) {
  const reasonId = useId()
  const chosenAt = Math.max(
    0,
    modeInfos.findIndex((info) => info.mode === mode),
  )
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
    const at = parts.findIndex((part) => part.matches(':focus'))
    event.preventDefault()
    // The table would handle it as a move to another row.
    event.stopPropagation()
    parts.at((at + step) % parts.length)?.focus()
  }
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      data-hint={disabledReason}
      onKeyDown={press}
      className="inline-grid h-6 max-w-full grid-cols-[4rem_4.625rem_3.25rem_4.375rem] align-middle text-xs pointer-coarse:h-8"
    >
      {modeInfos.map((info, at) => (
        <ModeButton
          key={info.mode}
          label={info.label}
          isChosen={info.mode === mode}
          isPending={info.mode === requestedMode && info.mode !== mode}
          isDisabled={disabledReason !== undefined}
          tabStop={tabStop && at === chosenAt}
          onChoose={() => onChoose(info.mode)}
        />
      ))}
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
      {mode && !modeInfos.some((info) => info.mode === mode) && (
        <span className="col-span-full text-2">{modeLabel(mode)}</span>
      )}
    </div>
  )
}

interface ModeButtonProps {
  label: string
  isChosen: boolean
  /** The mode awaits confirmation and is not set yet. */
  isPending: boolean
  isDisabled: boolean
  tabStop: boolean
  onChoose: () => void
}

function ModeButton({ label, isChosen, isPending, isDisabled, tabStop, onChoose }: ModeButtonProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: native radios would choose as the arrow keys move.
    <button
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-disabled={isDisabled ? true : undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => {
        if (!isDisabled && !isChosen) onChoose()
      }}
      className={classes(
        '-ml-px min-w-0 truncate border px-1 first:ml-0 first:rounded-l-sm last:rounded-r-sm focus-visible:z-10',
        isChosen
          ? 'relative border-accent-line bg-accent-bg font-semibold text-accent shadow-[inset_0_-2px_var(--color-accent)]'
          : isDisabled
            ? 'border-line bg-surface-2 text-3'
            : 'border-control bg-surface-1 text-2 hover:bg-surface-2 hover:text-1',
        isPending && 'relative border-dashed border-accent-line text-accent',
      )}
    >
      {label}
    </button>
  )
}
