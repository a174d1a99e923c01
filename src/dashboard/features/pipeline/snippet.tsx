import { CopyButton } from '#ui/copy-button.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'

interface SnippetProps {
  text: string
  /** The noun in the copy button's label: `command`. */
  what: string
  /** A title above the lines: a file name. */
  title?: string | undefined
  /** Wraps as one paragraph instead of scrolling. */
  wrap?: boolean | undefined
}

/** A framed code snippet with a copy button. */
export function Snippet({ text, what, title, wrap = false }: SnippetProps) {
  const copy = <CopyButton text={text} what={what} withWord />
  if (wrap) {
    return (
      <div className="flex items-start gap-1 rounded border border-line bg-surface-1 py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-xs text-1 wrap-anywhere">{text}</code>
        {copy}
      </div>
    )
  }
  return (
    <div className="overflow-hidden rounded border border-line bg-surface-1">
      <div className="flex h-8 items-center justify-between gap-2 border-b border-line pr-1 pl-3">
        <span className="min-w-0 truncate font-mono text-xs text-2">{title}</span>
        {copy}
      </div>
      <ScrollRegion label={title ?? what} className="px-3">
        {text}
      </ScrollRegion>
    </div>
  )
}
