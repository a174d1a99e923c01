import { RuleHelp } from '#features/rule-help.tsx'
import { httpUrl } from '#lib/urls/http-url.ts'
import { shownUrl } from '#lib/urls/shown-url.ts'
import { MarkdownText } from '#ui/markdown/markdown-text.tsx'
import { Tag } from '#ui/tag.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { sections, text } from '../labels.ts'
import { Section } from '../section.tsx'
import { explanationsOf } from './explanations.ts'
import { advisoryLinks, readCwe, readOwasp, type Standard } from './reference-links.ts'

/** What the scanner says about the finding, then about its rule, the weakness and the risk. */
export function MessageSection({ finding }: { finding: DetailFinding }) {
  const [message, ...more] = explanationsOf(finding)
  const standards = [
    ...(finding.rule.cweNames ?? []).map(readCwe),
    ...(finding.rule.owaspNames ?? []).map(readOwasp),
  ]
  const classes = finding.rule.vulnerabilityClasses ?? []
  return (
    <Section title={sections.description}>
      {message ? <MarkdownText text={message.text} /> : <p className="text-2">{text.noMessage}</p>}
      {more.map(({ kind, text: explanation }) => (
        <MarkdownText
          key={kind}
          text={explanation}
          className={kind === 'summary' ? 'mt-2 font-medium' : 'mt-2'}
        />
      ))}
      {finding.rule_help && <RuleHelp text={finding.rule_help} className="mt-3" />}
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
