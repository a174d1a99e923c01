import { Fragment } from 'react'
import { Link } from '#features/link.tsx'
import { truncateMiddle } from '#lib/text/split-path.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import {
  asItStands,
  confidenceLabel,
  copied,
  facts,
  riskLabel,
  scanStateLabel,
  sections,
  text,
} from '../labels.ts'
import { Fact, Facts, Section } from '../section.tsx'

interface FactsSectionProps {
  finding: DetailFinding
  deployment: string
  now: Date
}

/** Rule, policy, time and place of the first detection, and the ids. */
export function FactsSection({ finding, deployment, now }: FactsSectionProps) {
  const { rule } = finding
  const policy = finding.policy ?? finding.sourcing_policy
  const categories = [...new Set([rule.category, ...(finding.categories ?? [])].filter(Boolean))]
  const component = finding.assistant?.component
  return (
    <Section title={sections.details}>
      <Facts>
        <Fact name={facts.rule}>
          <Id text={finding.rule_name} what="rule" to={settingsPaths.rule(deployment, finding.rule_name)} />
        </Fact>
        {(policy?.name || policy?.slug || !finding.policy_mode) && (
          <Fact name={facts.policy}>{policy?.name || policy?.slug || text.noPolicy}</Fact>
        )}
        {categories.length > 0 && (
          <Fact name={facts.category}>{categories.map((name) => asItStands(name ?? '')).join(', ')}</Fact>
        )}
        {rule.subcategories && rule.subcategories.length > 0 && (
          <Fact name={facts.subcategory}>{rule.subcategories.map(asItStands).join(', ')}</Fact>
        )}
        <Fact name={facts.confidence}>{confidenceLabel(finding.confidence ?? rule.confidence)}</Fact>
        {(component?.tag || component?.risk) && (
          <Fact name={facts.component}>
            {[component.tag, component.risk && riskLabel(component.risk)].filter(Boolean).join(' · ')}
          </Fact>
        )}
        {finding.resource && (
          <Fact name={facts.resource} mono>
            {finding.resource}
          </Fact>
        )}
        {finding.logical_location && (
          <Fact name={facts.logicalLocation} mono>
            {finding.logical_location}
          </Fact>
        )}
        <Fact name={facts.firstSeen}>
          <FirstSeen {...{ finding, now }} />
        </Fact>
        <Fact name={facts.scanStatus}>{scanStateLabel(finding.state)}</Fact>
        <Fact name={facts.findingId}>
          <Id text={String(finding.id)} what={copied.findingId} />
        </Fact>
        {finding.match_based_id && (
          <Fact name={facts.fingerprint}>
            <Id text={finding.match_based_id} what={copied.fingerprint} />
          </Fact>
        )}
        {finding.syntactic_id && (
          <Fact name={facts.syntacticId}>
            <Id text={finding.syntactic_id} what={copied.syntacticId} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** A dotted name that preferably wraps after its dots. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[./])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** An id with a copy button; a linked id is shown in full. */
function Id({ text: id, what, to }: { text: string; what: string; to?: string }) {
  if (!id) return <span className="text-2">{text.notProvided}</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code title={id} className="min-w-0 text-xs wrap-anywhere">
        {to ? (
          <Link to={to} className="text-accent underline underline-offset-2">
            <Breakable text={id} />
          </Link>
        ) : (
          truncateMiddle(id, 20)
        )}
      </code>
      <CopyButton text={id} what={what} className="-my-0.5" />
    </span>
  )
}

function FirstSeen({ finding, now }: Omit<FactsSectionProps, 'deployment'>) {
  const first = finding.first_seen
  return (
    <>
      <Time value={first?.at ?? finding.created_at} now={now} />
      {first?.commit && (
        <>
          {' in '}
          <span className="inline-flex items-center gap-0.5">
            <code className="text-xs">{first.commit.slice(0, 9)}</code>
            <CopyButton text={first.commit} what="commit" className="-my-0.5" />
          </span>
        </>
      )}
      {first?.author && (
        <>
          {' '}
          {text.by} <bdi>{first.author}</bdi>
        </>
      )}
    </>
  )
}
