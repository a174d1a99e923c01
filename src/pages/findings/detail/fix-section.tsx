import { useMemo } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Diff, type DiffLine } from '#ui/diff.tsx'
import { MarkdownText } from '#ui/markdown-text.tsx'
import { diffLines } from './diff-lines.ts'
import { CodeWords } from './highlight/code-words.tsx'
import { useHighlight } from './highlight/use-highlight.ts'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

/** The fix that the scanner or the assistant suggests, as what goes and what comes. */
export function FixSection({ finding }: { finding: Shown }) {
  const { fix, assistant } = finding
  const after = fix?.after ?? assistant?.autofix?.fix_code
  if (after === null || after === undefined) return null
  return <Fix finding={finding} before={fix ? (fix.before ?? '') : matchedCode(finding)} after={after} />
}

interface FixProps {
  finding: Shown
  before: string
  after: string
}

function Fix({ finding, before, after }: FixProps) {
  const explanation = finding.assistant?.autofix?.explanation
  const path = finding.location?.filePath
  const lines = useMemo(() => diffLines(before, after), [before, after])
  // What goes and what comes are two readings of the file, each highlighted as it stands.
  const [old, now] = useMemo(() => [sideOf(lines, 'added'), sideOf(lines, 'removed')], [lines])
  const oldWords = useHighlight(old, path)
  const nowWords = useHighlight(now, path)
  let [oldAt, nowAt] = [0, 0]
  const drawn = lines.map(({ kind, text }) => {
    const tokens = kind === 'removed' ? oldWords?.[oldAt] : nowWords?.[nowAt]
    if (kind !== 'added') oldAt += 1
    if (kind !== 'removed') nowAt += 1
    return { kind, text, drawn: <CodeWords text={text} tokens={tokens} /> }
  })
  return (
    <Section
      title="Suggested fix"
      end={after !== '' && <CopyButton text={after} what="fixed code" withWord />}
    >
      {explanation && <MarkdownText text={explanation} className="mb-2" />}
      <Diff lines={drawn} label="Suggested fix" />
    </Section>
  )
}

function sideOf(lines: readonly DiffLine[], without: DiffLine['kind']): string[] {
  return lines.filter(({ kind }) => kind !== without).map(({ text }) => text)
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
