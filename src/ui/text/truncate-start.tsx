import { classes } from '../classes.ts'

interface TruncateStartProps {
  text: string
  className?: string | undefined
}

/** Text on one line that loses its start where there is no room: what begins alike differs at its end. */
export function TruncateStart({ text, className }: TruncateStartProps) {
  return (
    // The dots stand where a line of this direction ends.
    <span dir="rtl" className={classes('block min-w-0 truncate text-left', className)}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  )
}
