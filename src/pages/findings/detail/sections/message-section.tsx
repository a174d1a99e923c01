import { httpUrl } from '#lib/urls/http-url.ts'
import { shownUrl } from '#lib/urls/shown-url.ts'
import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import { Tag } from '#ui/tag.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections, text } from '../labels.ts'
import { Section } from '../section.tsx'
import { addsText } from './adds-text.ts'
import { advisoryLinks, readCwe, readOwasp, type Standard } from './reference-links.ts'

/** The rule's message, the weakness and the risk. */
export function MessageSection({ finding }: { finding: DetailFinding }) {
  const message = finding.rule_message || finding.rule.message
  const standards = [
    ...(finding.rule.cweNames ?? []).map(readCwe),
    ...(finding.rule.owaspNames ?? []).map(readOwasp),
  ]
  const rule = finding.assistant?.rule_explanation
  // Some explanations only repeat the message and are omitted.
  const summary = rule?.summary && addsText(rule.summary, [message]) ? rule.summary : undefined
  const explanation =
    rule?.explanation && addsText(rule.explanation, [message, summary]) ? rule.explanation : undefined
  const classes = finding.rule.vulnerabilityClasses ?? []
  return (
    <Section title={sections.description}>
      {message ? <MarkdownText text={message} /> : <p className="text-2">{text.noMessage}</p>}
      {(summary || explanation) && (
        <div className="mt-2">
          {summary && <MarkdownText text={summary} className="font-medium" />}
          {explanation && <MarkdownText text={explanation} className="mt-1" />}
        </div>
      )}
      <ul className="mt-3 flex flex-wrap gap-1.5 empty:hidden" aria-label={text.weaknesses}>
        {standards.map((standard) => (
          <li key={standard.id} className="max-w-full">
            <StandardTag standard={standard} />
          </li>
        ))}
        {[...new Set(classes)].map((name) => (
          <li key={name} className="max-w-full">
            <Tag>{name}</Tag>
          </li>
        ))}
      </ul>
      <References finding={finding} shown={standards} />
    </Section>
  )
}

function StandardTag({ standard: { id, name, href } }: { standard: Standard }) {
  const words = name ? `${id}: ${name}` : id
  if (!href) return <Tag>{words}</Tag>
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      data-hint={words}
      className="inline-flex h-5 max-w-full items-center rounded-sm border border-line px-1.5 text-xs text-2 no-underline hover:border-control hover:text-1"
    >
      {id}
      {name && <span className="sr-only">: {name}</span>}
    </a>
  )
}

/** References of the rule that are not linked elsewhere. One that is not a web URL is shown as text. */
function References({ finding, shown }: { finding: DetailFinding; shown: readonly Standard[] }) {
  const linked = new Set([
    ...shown.map(({ href }) => href),
    ...advisoryLinks(finding.vulnerability_identifier).map(({ href }) => href),
  ])
  const references = [...new Set(finding.references ?? [])].filter((reference) => !linked.has(reference))
  if (references.length === 0) return null
  return (
    <ul className="mt-3 space-y-1" aria-label={text.references}>
      {references.slice(0, 20).map((reference) => {
        const address = httpUrl(reference)
        return (
          <li key={reference} className="min-w-0 truncate">
            {address ? (
              <a
                href={address}
                target="_blank"
                rel="noreferrer noopener"
                title={reference}
                className="text-accent underline-offset-2 hover:underline"
              >
                {shownUrl(address)}
              </a>
            ) : (
              reference
            )}
          </li>
        )
      })}
    </ul>
  )
}
