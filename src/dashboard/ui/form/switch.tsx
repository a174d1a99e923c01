import { classes } from '../classes.ts'
import { labels } from '../labels.ts'

interface SwitchProps {
  /** Its accessible name: "Web API access of Build server". */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** The change is being saved. */
  busy?: boolean | undefined
  className?: string | undefined
}

/** A switch with immediate effect. On and off are shown by the knob's position, the background and a word. */
export function Switch({ label, checked, onChange, busy = false, className }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={() => onChange(!checked)}
      className={classes(
        'inline-flex h-6 items-center gap-1.5 rounded-sm text-xs text-2 hover:text-1',
        className,
      )}
    >
      <span
        aria-hidden
        className={classes(
          'flex h-4 w-7 items-center rounded-full border px-0.5 transition-colors',
          checked ? 'justify-end border-accent bg-accent' : 'border-control bg-surface-1',
        )}
      >
        <span className={classes('solid size-2.5 rounded-full', checked ? 'bg-surface-1' : 'bg-control')} />
      </span>
      <span className="w-5 text-left">{checked ? labels.on : labels.off}</span>
    </button>
  )
}
