import { CopyButton } from '#ui/copy-button.tsx'

interface CopyLineProps {
  text: string
  /** What it is, as the button names it: `command`. */
  what: string
}

/** A text of a machine in a frame, whole and to be copied. */
export function CopyLine({ text, what }: CopyLineProps) {
  return (
    <div className="flex items-start gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs wrap-anywhere text-1">{text}</code>
      <CopyButton text={text} what={what} withWord />
    </div>
  )
}
