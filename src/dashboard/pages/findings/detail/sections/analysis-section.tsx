import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections } from '../labels.ts'
import { Section } from '../section.tsx'

/** The assistant's reasons for its verdict, which is a badge under the title. */
export function AnalysisSection({ finding: { assistant } }: { finding: DetailFinding }) {
  const reason = assistant?.autotriage?.reason
  if (!reason) return null
  return (
    <Section title={sections.analysis}>
      <MarkdownText text={reason} />
    </Section>
  )
}
