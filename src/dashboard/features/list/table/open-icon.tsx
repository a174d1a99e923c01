import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'

/** An icon that shows whether the children of a row are visible. */
export function OpenIcon({ open }: { open: boolean }) {
  return (
    <Icon
      name="chevron-down"
      className={classes('size-3.5 shrink-0 text-2 transition-transform', !open && '-rotate-90')}
    />
  )
}

interface OpenButtonProps {
  open: boolean
  label: string
  onToggle: () => void
}

/** Expands and collapses a card on a phone. */
export function OpenButton({ open, label, onToggle }: OpenButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={open}
      aria-label={label}
      onClick={onToggle}
      className="-my-2 -mr-2 grid size-8 shrink-0 place-items-center rounded"
    >
      <OpenIcon open={open} />
    </button>
  )
}
