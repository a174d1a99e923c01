import { classes } from '#ui/classes.ts'
import { CopyButton } from '#ui/copy-button.tsx'

interface CopyableTextProps {
  text: string
  /** The noun in the copy button's label: `command`. */
  what: string
}

/** A framed text with a copy button. */
export function CopyableText({ text, what }: CopyableTextProps) {
  // Tokens must not wrap at their hyphens.
  const wrap = /\s/.test(text) ? 'wrap-anywhere' : 'break-all'
  return (
    <div className="flex items-start gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3">
      <code className={classes('min-w-0 flex-1 py-1 font-mono text-xs text-1', wrap)}>{text}</code>
      <CopyButton text={text} what={what} withWord />
    </div>
  )
}
