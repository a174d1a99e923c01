import { formatPercent } from '#lib/text/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import {
  copied,
  cvssLabel,
  exploitChance,
  facts,
  percentileLabel,
  sections,
  text,
  transitivityLabel,
} from '../labels.ts'
import { Fact, Facts, Section } from '../section.tsx'
import { advisoryLinks } from './reference-links.ts'

/** Package, advisory, exploit likelihood, reachability, and the fixed version. */
export function SupplyChainSection({ finding }: { finding: DetailFinding }) {
  const { found_dependency: dependency, usage, external_ticket: ticket, severity_from: from } = finding
  const usageTicket = usage?.external_ticket
  return (
    <Section title={sections.package}>
      {finding.is_malicious && (
        <Banner tone="danger" className="mb-3 rounded">
          <strong className="font-semibold">{text.malicious}</strong> {text.maliciousAdvice}
        </Banner>
      )}
      <Facts>
        <Fact name={facts.package}>
          <span className="font-mono text-xs">
            {[dependency?.package, dependency?.version].filter(Boolean).join(' ') || text.notProvided}
          </span>
          {dependency?.ecosystem && <span className="text-2"> · {dependency.ecosystem}</span>}
        </Fact>
        {finding.purl && (
          <Fact name={facts.purl}>
            <span className="flex min-w-0 items-center gap-1">
              <span className="min-w-0 font-mono text-xs wrap-anywhere">{finding.purl}</span>
              <CopyButton text={finding.purl} what={copied.purl} className="-my-0.5" />
            </span>
          </Fact>
        )}
        <AdvisoryFacts finding={finding} />
        {finding.reachable_condition && <Fact name={facts.reachableIf}>{finding.reachable_condition}</Fact>}
        <Fact name={facts.epss}>
          <Epss score={finding.epss_score} />
        </Fact>
        {finding.cvss && finding.cvss.length > 0 && (
          <Fact name={facts.cvss}>
            <Scores scores={finding.cvss} />
          </Fact>
        )}
        {from?.method && <Fact name={facts.severity}>{scoredBy(from)}</Fact>}
        <Fact name={facts.introducedThrough}>
          {transitivityLabel(dependency?.transitivity)}
          {dependency?.lockfile_line_url && (
            <span className="block">
              <WebLink href={dependency.lockfile_line_url}>{text.openLockfile}</WebLink>
            </span>
          )}
        </Fact>
        <Fact name={facts.usedIn}>
          {usage?.location?.filePath ? (
            <MiddleTruncate path={usage.location.filePath} line={usage.location.line} className="leading-5" />
          ) : (
            <span className="text-2">{text.noUsage}</span>
          )}
          {usageTicket?.url && usageTicket.url !== ticket?.url && (
            <WebLink href={usageTicket.url}>{usageTicket.externalSlug || text.usageTicket}</WebLink>
          )}
        </Fact>
      </Facts>
    </Section>
  )
}

/** The advisory, and the further ids that scanners gave it. */
function AdvisoryFacts({ finding }: { finding: DetailFinding }) {
  const aliases = finding.advisory_aliases ?? []
  return (
    <>
      <Fact name={facts.advisory}>
        <Advisory id={finding.vulnerability_identifier} />
      </Fact>
      {aliases.length > 0 && (
        <Fact name={facts.advisoryAliases}>
          <span className="font-mono text-xs wrap-anywhere">{aliases.join(', ')}</span>
        </Fact>
      )}
    </>
  )
}

function Advisory({ id }: { id: string | null | undefined }) {
  if (!id) return <span className="text-2">{text.noAdvisory}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="inline-flex items-center gap-1">
        <span className="font-mono text-xs wrap-anywhere">{id}</span>
        <CopyButton text={id} what={copied.advisoryId} className="-my-0.5" />
      </span>
      {advisoryLinks(id).map(({ label, href }) => (
        <WebLink key={label} href={href}>
          {label}
        </WebLink>
      ))}
    </span>
  )
}

const scoredBy = ({ method, source }: { method: string; source?: string | null | undefined }) =>
  [cvssLabel(method), source].filter(Boolean).join(', ')

/** Scores with their vectors, as their sources give them. */
function Scores({ scores }: { scores: NonNullable<DetailFinding['cvss']> }) {
  return (
    <ul className="space-y-0.5">
      {scores.map(({ method, score, vector, source }, index) => (
        <li key={`${method} ${index}`}>
          {typeof score === 'number' && <span className="tabular-nums">{score.toFixed(1)} </span>}
          <span className="text-2">{scoredBy({ method, source })}</span>
          {vector && <code className="block text-xs wrap-anywhere">{vector}</code>}
        </li>
      ))}
    </ul>
  )
}

function Epss({ score }: { score: DetailFinding['epss_score'] }) {
  if (typeof score?.score !== 'number') return <span className="text-2">{text.noEpss}</span>
  const { percentile } = score
  return (
    <>
      {exploitChance(formatPercent(score.score))}
      {typeof percentile === 'number' && <span className="block text-2">{percentileLabel(percentile)}</span>}
    </>
  )
}
