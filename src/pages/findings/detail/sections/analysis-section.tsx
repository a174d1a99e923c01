import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections } from '../labels.ts'
import { Section } from '../section.tsx'

/** Why the assistant came to its verdict, which a badge under the title has. */
export function AnalysisSection({ finding: { assistant } }: { finding: DetailFinding }) {
  const reason = assistant?.autotriage?.reason
  if (!reason) return null
  return (
    <Section title={sections.analysis}>
      <MarkdownText text={reason} />
    </Section>
  )
}
