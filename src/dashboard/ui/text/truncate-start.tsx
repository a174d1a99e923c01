import { classes } from '../classes.ts'

interface TruncateStartProps {
  text: string
  /** How many characters at its start stay visible, since they tell it from others with the same end. */
  lead?: number | undefined
  className?: string | undefined
}

/** Text on one line that is truncated at its start: texts with a common prefix differ at their end. */
export function TruncateStart({ text, lead, className }: TruncateStartProps) {
  if (lead !== undefined) {
    return (
      <span className={classes('flex min-w-0', className)}>
        <span className="sr-only">{text}</span>
        <span aria-hidden className="flex max-w-1/2 shrink-0">
          <TruncateStart text={text.slice(0, lead)} />
        </span>
        <span aria-hidden className="flex min-w-0">
          <TruncateStart text={text.slice(lead)} />
        </span>
      </span>
    )
  }
  return (
    // The ellipsis is at the line end of this direction.
    <span dir="rtl" className={classes('block min-w-0 truncate text-left', className)}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}
