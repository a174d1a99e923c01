import { useState } from 'react'
import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import { labels } from './labels.ts'

interface RuleHelpProps {
  /** External Markdown. */
  text: string
  className?: string | undefined
}

/** The scanner's explanation of a rule. It is long, so it is closed at first, and parsed once it is opened. */
export function RuleHelp({ text, className }: RuleHelpProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-accent hover:underline">{labels.ruleHelp}</summary>
      {isOpen && <MarkdownText text={text} className="mt-2" />}
    </details>
  )
}
