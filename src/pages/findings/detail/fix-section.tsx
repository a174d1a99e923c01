import { CopyButton } from '#ui/copy-button.tsx'
import { Diff } from '#ui/diff.tsx'
import { MarkdownText } from '#ui/markdown-text.tsx'
import { diffLines } from './diff-lines.ts'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

/** The fix that the scanner or the assistant suggests, as what goes and what comes. */
export function FixSection({ finding }: { finding: Shown }) {
  const { fix, assistant } = finding
  const explanation = assistant?.autofix?.explanation
  const after = fix?.after ?? assistant?.autofix?.fix_code
  if (after === null || after === undefined) return null
  const before = fix ? (fix.before ?? '') : matchedCode(finding)
  return (
    <Section
      title="Suggested fix"
      end={after !== '' && <CopyButton text={after} what="fixed code" withWord />}
    >
      {explanation && <MarkdownText text={explanation} className="mb-2" />}
      <Diff lines={diffLines(before, after)} label="Suggested fix" />
    </Section>
  )
}

/** The lines that a fix without its own "before" replaces: those the scan points at. */
function matchedCode({ code, location }: Shown): string {
  const line = location?.line
  if (!code?.lines || typeof line !== 'number') return ''
  const end = location?.endLine ?? line
  return code.lines
    .slice(Math.max(0, line - code.startLine), Math.max(0, end - code.startLine + 1))
    .join('\n')
}
