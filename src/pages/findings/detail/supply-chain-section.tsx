import { formatPercent } from '#lib/format.ts'
import { Banner } from '#ui/banner.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { MiddleTruncate } from '#ui/middle-truncate.tsx'
import { WebLink } from '#ui/web-link.tsx'
import { advisoryLinks } from './links.ts'
import { Fact, Facts, Section } from './section.tsx'
import type { Shown } from './shown.ts'
import { cvssWords, reachabilityWords, transitivityWords } from './words.ts'

/** Package, advisory, how likely and how reachable it is, and which version ends it. */
export function SupplyChainSection({ finding }: { finding: Shown }) {
  const { found_dependency: dependency, usage, external_ticket: ticket } = finding
  const usageTicket = usage?.external_ticket
  return (
    <Section title="Package and advisory">
      {finding.is_malicious && (
        <Banner tone="danger" className="mb-3 rounded">
          <strong className="font-semibold">This package is malicious.</strong> Remove it, and treat every
          machine that installed it as compromised.
        </Banner>
      )}
      <Facts>
        <Fact name="Package">
          <span className="font-mono text-xs">
            {[dependency?.package, dependency?.version].filter(Boolean).join(' ') || 'Not said'}
          </span>
          {dependency?.ecosystem && <span className="text-2"> · {dependency.ecosystem}</span>}
        </Fact>
        <Fact name="Upgrade to">
          <Upgrade finding={finding} />
        </Fact>
        <Fact name="Advisory">
          <Advisory id={finding.vulnerability_identifier} />
        </Fact>
        <Fact name="Reachability">
          {reachabilityWords(finding.reachability)}
          {finding.reachable_condition && (
            <span className="mt-0.5 block text-2">Condition: {finding.reachable_condition}</span>
          )}
        </Fact>
        <Fact name="EPSS">
          <Epss score={finding.epss_score} />
        </Fact>
        {finding.cvss && finding.cvss.length > 0 && (
          <Fact name="CVSS">
            <Scores scores={finding.cvss} />
          </Fact>
        )}
        <Fact name="Comes in">
          {transitivityWords(dependency?.transitivity)}
          {dependency?.lockfile_line_url && (
            <span className="block">
              <WebLink href={dependency.lockfile_line_url}>Open in the lockfile</WebLink>
            </span>
          )}
        </Fact>
        <Fact name="Used at">
          {usage?.location?.filePath ? (
            <MiddleTruncate path={usage.location.filePath} line={usage.location.line} className="leading-5" />
          ) : (
            <span className="text-2">No usage was sent</span>
          )}
          {usageTicket?.url && usageTicket.url !== ticket?.url && (
            <WebLink href={usageTicket.url}>{usageTicket.externalSlug || 'Ticket of the usage'}</WebLink>
          )}
        </Fact>
      </Facts>
    </Section>
  )
}

function Upgrade({ finding }: { finding: Shown }) {
  const fixes = finding.fix_recommendations
  if (!fixes) return <span className="text-2">Not known</span>
  if (fixes.length === 0) return <span className="text-2">No fixed version is known</span>
  return (
    <ul className="space-y-0.5">
      {fixes.map((fix, index) => {
        const words = [fix.package, fix.version].filter(Boolean).join(' ')
        return (
          <li key={`${words} ${index}`} className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 font-mono text-xs wrap-anywhere">{words || 'Not said'}</span>
            {fix.version && <CopyButton text={fix.version} what="version" className="-my-0.5" />}
          </li>
        )
      })}
    </ul>
  )
}

function Advisory({ id }: { id: string | null | undefined }) {
  if (!id) return <span className="text-2">No advisory id</span>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="inline-flex items-center gap-1">
        <span className="font-mono text-xs wrap-anywhere">{id}</span>
        <CopyButton text={id} what="advisory id" className="-my-0.5" />
      </span>
      {advisoryLinks(id).map(({ label, href }) => (
        <WebLink key={label} href={href}>
          {label}
        </WebLink>
      ))}
    </span>
  )
}

/** Scores with their vectors, as their sources give them. */
function Scores({ scores }: { scores: NonNullable<Shown['cvss']> }) {
  return (
    <ul className="space-y-0.5">
      {scores.map(({ method, score, vector, source }, index) => (
        <li key={`${method} ${index}`}>
          {typeof score === 'number' && <span className="tabular-nums">{score.toFixed(1)} </span>}
          <span className="text-2">{[cvssWords(method), source].filter(Boolean).join(', ')}</span>
          {vector && <code className="block text-xs wrap-anywhere">{vector}</code>}
        </li>
      ))}
    </ul>
  )
}

/** None is higher than all, itself among them, nor higher than none. */
function percentileWords(percentile: number): string {
  const percent = Math.floor(percentile * 100)
  if (percent >= 99) return 'Among the highest 1%'
  return percent < 1 ? 'Among the lowest 1%' : `Higher than ${percent}%`
}

function Epss({ score }: { score: Shown['epss_score'] }) {
  if (typeof score?.score !== 'number') return <span className="text-2">Not scored</span>
  const { percentile } = score
  return (
    <>
      {formatPercent(score.score)} chance of being exploited within 30 days
      {typeof percentile === 'number' && (
        <span className="block text-2">{percentileWords(percentile)} of all scored advisories</span>
      )}
    </>
  )
}
