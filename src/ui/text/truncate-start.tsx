import { classes } from '../classes.ts'

interface TruncateStartProps {
  text: string
  className?: string | undefined
}

/** Text on one line that is truncated at its start: texts with a common prefix differ at their end. */
export function TruncateStart({ text, className }: TruncateStartProps) {
  return (
    // The ellipsis is at the line end of this direction.
    <span dir="rtl" className={classes('block min-w-0 truncate text-left', className)}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}
