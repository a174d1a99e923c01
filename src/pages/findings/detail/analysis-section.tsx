import { MarkdownText } from '#ui/markdown-text.tsx'
import { sections } from './labels.ts'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

/** Why the assistant came to its verdict, which a badge under the title has. */
export function AnalysisSection({ finding: { assistant } }: { finding: Shown }) {
  const reason = assistant?.autotriage?.reason
  if (!reason) return null
  return (
    <Section title={sections.analysis}>
      <MarkdownText text={reason} />
    </Section>
  )
}
