import type { ReactNode } from 'react'
import { MarkdownText } from '#ui/markdown-text.tsx'
import { Fact, Facts, Section } from './section.tsx'
import type { Shown } from './shown.ts'
import { verdictWords } from './words.ts'

/** What the assistant says: its verdict and why, the part of the product, what to do, what the rule looks for. */
export function AssistantSection({ finding: { assistant } }: { finding: Shown }) {
  const verdict = assistant?.autotriage
  const component = assistant?.component
  const guidance = assistant?.guidance
  const rule = assistant?.rule_explanation
  const facts: [string, ReactNode][] = []
  if (verdict?.verdict || verdict?.reason) {
    facts.push([
      'Verdict',
      <>
        <span className="font-medium first-letter:uppercase inline-block">
          {verdictWords(verdict.verdict)}
        </span>
        {verdict.reason && <MarkdownText text={verdict.reason} className="mt-0.5" />}
      </>,
    ])
  }
  if (component?.tag || component?.risk) {
    facts.push([
      'Component',
      [component.tag, component.risk && `${component.risk} risk`].filter(Boolean).join(' · '),
    ])
  }
  if (guidance?.summary || guidance?.instructions) {
    facts.push([
      'What to do',
      <>
        {guidance.summary && <MarkdownText text={guidance.summary} className="font-medium" />}
        {guidance.instructions && <MarkdownText text={guidance.instructions} className="mt-1" />}
      </>,
    ])
  }
  if (rule?.summary || rule?.explanation) {
    facts.push([
      'The rule',
      <>
        {rule.summary && <MarkdownText text={rule.summary} className="font-medium" />}
        {rule.explanation && <MarkdownText text={rule.explanation} className="mt-1" />}
      </>,
    ])
  }
  if (facts.length === 0) return null
  return (
    <Section title="Assistant">
      <Facts>
        {facts.map(([name, content]) => (
          <Fact key={name} name={name}>
            {content}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}
