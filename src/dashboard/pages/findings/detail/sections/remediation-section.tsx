import { useMemo } from 'react'
import { HighlightedCode } from '#features/code/highlight/highlighted-code.tsx'
import { useHighlight } from '#features/code/highlight/use-highlight.ts'
import { Diff, type DiffLine } from '#ui/code/diff.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import { SecretRemediation } from '../../secrets/secret-section.tsx'
import { diffLines } from '../code/diff-lines.ts'
import type { DetailFinding } from '../detail-finding.ts'
import { copied, facts, sections, text } from '../labels.ts'
import { Fact, Facts, Section } from '../section.tsx'
import { addsText } from './adds-text.ts'
import { explanationsOf } from './explanations.ts'

/** How to fix it: the upgrade, the assistant's advice, and the suggested fix as a diff. */
export function RemediationSection({ finding }: { finding: DetailFinding }) {
  const { fix, assistant, issue_type: type } = finding
  const after = fix?.after ?? assistant?.autofix?.fix_code ?? undefined
  const { summary, instructions, explanation } = adviceOf(finding)
  const advised = summary ?? instructions
  if (after === undefined && !advised && type === 'sast') return null
  return (
    <Section
      title={sections.remediation}
      end={after && <CopyButton text={after} what={copied.fixedCode} withWord />}
    >
      <div className="space-y-3">
        {type === 'sca' && <Upgrade finding={finding} />}
        {type === 'secrets' && <SecretRemediation finding={finding} />}
        {advised && (
          <div>
            {summary && <MarkdownText text={summary} className="font-medium" />}
            {instructions && <MarkdownText text={instructions} className="mt-1" />}
          </div>
        )}
        {after !== undefined && (
          <Fix
            finding={finding}
            explanation={explanation}
            before={fix ? (fix.before ?? '') : matchedCode(finding)}
            after={after}
          />
        )}
      </div>
    </Section>
  )
}

/** Returns the assistant's advice without texts that repeat the description or each other. */
function adviceOf(finding: DetailFinding) {
  const { assistant } = finding
  const before = explanationsOf(finding).map((each) => each.text)
  const unlessRepeated = (text: string | null | undefined) => {
    if (!text || !addsText(text, before)) return undefined
    before.push(text)
    return text
  }
  const summary = unlessRepeated(assistant?.guidance?.summary)
  const instructions = unlessRepeated(assistant?.guidance?.instructions)
  return { summary, instructions, explanation: unlessRepeated(assistant?.autofix?.explanation) }
}

/** The fixed versions, as the scan names them. */
function Upgrade({ finding }: { finding: DetailFinding }) {
  const fixes = finding.fix_recommendations
  if (!fixes || fixes.length === 0) {
    return <p className="text-2">{finding.no_later_fix ? text.noFixVersion : text.unknownFix}</p>
  }
  return (
    <Facts>
      <Fact name={facts.upgradeTo}>
        <ul className="space-y-0.5">
          {fixes.map((one, index) => {
            const words = [one.package, one.version].filter(Boolean).join(' ')
            return (
              <li key={`${words} ${index}`} className="flex min-w-0 items-center gap-1">
                <span className="min-w-0 font-mono text-xs wrap-anywhere">{words || text.notProvided}</span>
                {one.version && <CopyButton text={one.version} what="version" className="-my-0.5" />}
              </li>
            )
          })}
        </ul>
      </Fact>
    </Facts>
  )
}

interface FixProps {
  finding: DetailFinding
  explanation: string | undefined
  before: string
  after: string
}

function Fix({ finding, explanation, before, after }: FixProps) {
  const path = finding.location?.filePath
  const lines = useMemo(() => diffLines(before, after), [before, after])
  // Removed and added lines are two versions of the file, each highlighted on its own.
  const [old, now] = useMemo(() => [sideOf(lines, 'added'), sideOf(lines, 'removed')], [lines])
  const oldTokens = useHighlight(old, path)
  const newTokens = useHighlight(now, path)
  let [oldAt, nowAt] = [0, 0]
  const rendered = lines.map(({ kind, text: line }) => {
    const tokens = kind === 'removed' ? oldTokens?.[oldAt] : newTokens?.[nowAt]
    if (kind !== 'added') oldAt += 1
    if (kind !== 'removed') nowAt += 1
    return { kind, text: line, rendered: <HighlightedCode text={line} tokens={tokens} /> }
  })
  return (
    <div>
      {explanation && <MarkdownText text={explanation} className="mb-2" />}
      <Diff lines={rendered} label={text.suggestedFix} />
    </div>
  )
}

function sideOf(lines: readonly DiffLine[], excludedKind: DiffLine['kind']): string[] {
  return lines.filter(({ kind }) => kind !== excludedKind).map(({ text }) => text)
}

/** The lines that a fix without its own "before" replaces: the lines of the finding. */
function matchedCode({ code, location }: DetailFinding): string {
  const line = location?.line
  if (!code?.lines || typeof line !== 'number') return ''
  const end = location?.endLine ?? line
  return code.lines
    .slice(Math.max(0, line - code.startLine), Math.max(0, end - code.startLine + 1))
    .join('\n')
}
