import type { Impact } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { exactDay, parseInstant } from '#lib/time/instant.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { WebLink } from '#ui/text/web-link.tsx'
import { labels } from '../labels.ts'
import { maxRules, openFindingsPath } from './findings-url.ts'
import { type ImpactNumber, impactNotes, impactNumbers } from './impact-labels.ts'

interface ImpactNumbersProps {
  deployment: string
  policyId: string
  type: PageType
  impact: Impact
  /** The paths of the affected rules, as far as they are known, and their number. */
  rulePaths: readonly string[]
  ruleCount: number
}

/** The impact of a change: open findings and pull requests, unknown numbers, and the data it was counted from. */
export function ImpactNumbers(props: ImpactNumbersProps) {
  const { deployment, policyId, type, impact, rulePaths, ruleCount } = props
  const { unchanged, unknown } = impactNotes(impact, ruleCount)
  const { basis, pullRequests } = impact
  const from = parseInstant(basis.from)
  const list =
    rulePaths.length === ruleCount && ruleCount <= maxRules(type)
      ? openFindingsPath(deployment, type, rulePaths, policyId)
      : undefined
  return (
    <div className="space-y-1.5">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {impactNumbers(impact).map((number) => (
          <div key={number.name} className="flex flex-col-reverse">
            <dt className="text-xs text-2">{number.label}</dt>
            <dd className="text-lg font-semibold tabular-nums">
              <Value number={number} to={number.name === 'findings' ? list : undefined} />
            </dd>
          </div>
        ))}
      </dl>
      {unchanged && <p>{unchanged}</p>}
      {unknown && <p className="text-caution">{unknown}</p>}
      <Examples examples={pullRequests.examples} />
      <p className="text-xs text-2">{labels.impact.basis(basis.scans, from && exactDay(from))}</p>
    </div>
  )
}

function Value({ number: { count }, to }: { number: ImpactNumber; to: string | undefined }) {
  if (count === null) return <span className="text-2">{labels.impact.unknown}</span>
  if (count === 0) return <span className="text-2">0</span>
  if (to === undefined) return formatNumber(count)
  return (
    <Link to={to} className="rounded-sm text-accent underline underline-offset-2">
      {formatNumber(count)}
    </Link>
  )
}

function Examples({ examples }: { examples: Impact['pullRequests']['examples'] }) {
  if (examples.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs" aria-label={labels.impact.examples}>
      {examples.map((example, at) => (
        <li key={at} className="min-w-0 truncate">
          <WebLink href={example.url}>
            <bdi>{example.title || example.url || labels.impact.untitled}</bdi>
          </WebLink>
          <span className="text-2">
            {' '}
            {labels.impact.inProject} <bdi>{example.project}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
