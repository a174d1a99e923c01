import type { Impact } from '#contract/answers/policies.ts'
import { plural } from '#lib/format.ts'
import { exactDay, parseInstant } from '#lib/instant.ts'
import type { PageType } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { WebLink } from '#ui/web-link.tsx'
import { openFindingsOf } from './findings-address.ts'
import { impactWords } from './impact-words.ts'

interface ImpactNumbersProps {
  deployment: string
  type: PageType
  impact: Impact
  rulePaths: readonly string[]
  /** How many rules are to be changed. */
  asked: number
}

/** So many rules fit into the address of a list. */
const mostInAddress = 20
const linkLook = 'text-accent underline underline-offset-2'

/** What a change would touch: open findings and pull requests, what is not known, and from what it was counted. */
export function ImpactNumbers({ deployment, type, impact, rulePaths, asked }: ImpactNumbersProps) {
  const words = impactWords(impact, asked)
  const { basis, openFindings, leaving, pullRequests } = impact
  const from = parseInstant(basis.from)
  const findings = plural(openFindings, 'open finding')
  const everyRule = impact.rules === asked && rulePaths.length === asked
  return (
    <div className="space-y-1">
      <p>
        {words.rules && `${words.rules} `}
        {impact.rules > 0 && (
          <>
            {everyRule && asked <= mostInAddress ? (
              <Link to={openFindingsOf(deployment, type, rulePaths)} className={linkLook}>
                {findings}
              </Link>
            ) : (
              findings
            )}
            {leaving > 0 &&
              leaving < openFindings &&
              `, ${plural(leaving, 'of them', 'of them')} acted on less strictly`}
            {'. '}
            {words.pullRequests}
          </>
        )}
      </p>
      {words.unknown && <p className="text-caution">{words.unknown}</p>}
      <Examples examples={pullRequests.examples} />
      <p className="text-xs text-2">
        Pull requests of the last 30 days{from && `, since ${exactDay(from)}`}, from{' '}
        {plural(basis.scans, 'scan')}.
      </p>
    </div>
  )
}

function Examples({ examples }: { examples: Impact['pullRequests']['examples'] }) {
  if (examples.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs" aria-label="For example">
      {examples.map((example, at) => (
        <li key={at} className="min-w-0 truncate">
          <WebLink href={example.url}>
            {example.title || example.url || 'Pull request without a title'}
          </WebLink>
          <span className="text-2"> in {example.project}</span>
        </li>
      ))}
    </ul>
  )
}
