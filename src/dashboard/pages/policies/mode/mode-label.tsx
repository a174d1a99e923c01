import { modeLabel } from '#features/policies/names.ts'
import { classes } from '#ui/classes.ts'
import { modeFill } from './modes.ts'

/** A mode as icon and label. While another control covers it, it is hidden but keeps its space. */
export function ModeLabel({ mode, hidden = false }: { mode: string | null | undefined; hidden?: boolean }) {
  return (
    <span
      data-mode={mode ?? ''}
      aria-hidden={hidden || undefined}
      className={classes('inline-flex items-center gap-1.5 align-top', hidden && 'invisible')}
    >
      <span
        aria-hidden
        className={classes('size-2.5 shrink-0 rounded-sm forced-colors:hidden', modeFill(mode))}
      />
      {modeLabel(mode)}
    </span>
  )
}
