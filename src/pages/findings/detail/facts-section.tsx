import { cutMiddle } from '#lib/path.ts'
import { placePaths } from '#lib/place-paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { Link } from '#parts/link.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Time } from '#ui/time.tsx'
import { Fact, Facts, Section } from './section.tsx'
import type { Shown } from './shown.ts'
import { confidenceWords, modeWords, scanStateWords } from './words.ts'

interface FactsSectionProps {
  finding: Shown
  deployment: string
  now: Date
}

/** Rule, policy, when and where it was first seen, and the ids. */
export function FactsSection({ finding, deployment, now }: FactsSectionProps) {
  const { sourcing_policy: policy, rule } = finding
  const categories = [...new Set([rule.category, ...(finding.categories ?? [])].filter(Boolean))]
  return (
    <Section title="Facts">
      <Facts>
        <Fact name="Rule">
          <Id text={finding.rule_name} what="rule" to={placePaths.rule(deployment, finding.rule_name)} />
        </Fact>
        <Fact name="Policy">
          <PolicyWords name={policy?.name || policy?.slug} mode={finding.policy_mode} />
        </Fact>
        {categories.length > 0 && <Fact name="Category">{categories.join(', ')}</Fact>}
        {rule.subcategories && rule.subcategories.length > 0 && (
          <Fact name="Kind">{rule.subcategories.join(', ')}</Fact>
        )}
        <Fact name="Confidence">{confidenceWords(finding.confidence ?? rule.confidence)}</Fact>
        {finding.logical_location && (
          <Fact name="Logical location" mono>
            {finding.logical_location}
          </Fact>
        )}
        <Fact name="First seen">
          <FirstSeen {...{ finding, deployment, now }} />
        </Fact>
        <Fact name="Relevant since">
          <Time value={finding.relevant_since} now={now} />
          {(finding.marks?.reappeared ?? 0) > 0 && <span className="text-2">, when it was reopened</span>}
        </Fact>
        <Fact name="Branch">{finding.ref ? refWords(finding.ref) : 'Not said'}</Fact>
        <Fact name="In the scans">
          {scanStateWords(finding.state)}
          {finding.state_updated_at && (
            <span className="text-2">
              , since <Time value={finding.state_updated_at} now={now} />
            </span>
          )}
        </Fact>
        <Fact name="Finding id">
          <Id text={String(finding.id)} what="finding id" />
        </Fact>
        {finding.match_based_id && (
          <Fact name="Fingerprint">
            <Id text={finding.match_based_id} what="fingerprint" />
          </Fact>
        )}
        {finding.syntactic_id && (
          <Fact name="Syntactic id">
            <Id text={finding.syntactic_id} what="syntactic id" />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** The policy and what it does with the rule. A supply-chain finding carries the mode alone. */
function PolicyWords({ name, mode }: { name: string | null | undefined; mode: string | null | undefined }) {
  const words = modeWords(mode)
  if (!words) return name || 'In no policy'
  return (
    <>
      {name ? `${name} · ${words.name}` : words.name}
      {words.effect && <span className="text-2">: the rule {words.effect}</span>}
    </>
  )
}

/** An id to copy; one that leads somewhere stands whole. */
function Id({ text, what, to }: { text: string; what: string; to?: string }) {
  if (!text) return <span className="text-2">Not said</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code title={text} className="min-w-0 text-xs wrap-anywhere">
        {to ? (
          <Link to={to} className="text-accent underline underline-offset-2">
            {text}
          </Link>
        ) : (
          cutMiddle(text, 28)
        )}
      </code>
      <CopyButton text={text} what={what} className="-my-0.5" />
    </span>
  )
}

function FirstSeen({ finding, deployment, now }: FactsSectionProps) {
  const first = finding.first_seen
  const scan = finding.first_seen_scan_id
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
      {first?.author && ` by ${first.author}`}
      {(scan || first?.ref) && (
        <span className="block text-2">
          {scan ? (
            <Link to={placePaths.scan(deployment, scan)} className="text-accent underline underline-offset-2">
              Scan {scan}
            </Link>
          ) : null}
          {first?.ref && ` on ${refWords(first.ref)}`}
        </span>
      )}
    </>
  )
}
