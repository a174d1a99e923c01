import { classes } from '#ui/classes.ts'
import { CopyButton } from '#ui/copy-button.tsx'

interface CopyableTextProps {
  text: string
  /** What it is, as the button names it: `command`. */
  what: string
}

/** A text of a machine in a frame, whole and to be copied. */
export function CopyableText({ text, what }: CopyableTextProps) {
  // A hyphen in a token is no place to break it.
  const wrap = /\s/.test(text) ? 'wrap-anywhere' : 'break-all'
  return (
    <div className="flex items-start gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3">
      <code className={classes('min-w-0 flex-1 py-1 font-mono text-xs text-1', wrap)}>{text}</code>
      <CopyButton text={text} what={what} withWord />
    </div>
  )
}
