import { useState } from 'react'
import type { Impact } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { exactDay, parseInstant } from '#lib/time/instant.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
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
  const [open, setOpen] = useState<ImpactNumber['name']>()
  const numbers = impactNumbers(impact)
  const opened = numbers.find(({ name }) => name === open)
  const from = parseInstant(basis.from)
  const list =
    rulePaths.length === ruleCount && ruleCount <= maxRules(type)
      ? openFindingsPath(deployment, type, rulePaths, policyId)
      : undefined
  return (
    <div className="space-y-1.5">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {numbers.map((number) => (
          <div key={number.name} className="flex flex-col-reverse">
            <dt className="text-xs text-2">{number.label}</dt>
            <dd className="text-lg font-semibold tabular-nums">
              {number.name in pullRequests && number.count ? (
                <ListButton
                  number={number}
                  isOpen={open === number.name}
                  onToggle={() => setOpen(open === number.name ? undefined : number.name)}
                />
              ) : (
                <Value number={number} to={number.name === 'findings' ? list : undefined} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {unchanged && <p>{unchanged}</p>}
      {unknown && <p className="text-caution">{unknown}</p>}
      {opened && (
        <PullRequests
          {...{ deployment }}
          number={opened}
          all={(pullRequests.affected ?? []).filter(({ counted }) =>
            counted.some((one) => one === opened.name),
          )}
        />
      )}
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

interface ListButtonProps {
  number: ImpactNumber
  isOpen: boolean
  onToggle: () => void
}

/** A number of pull requests, which opens the list of them. */
function ListButton({ number: { count, label }, isOpen, onToggle }: ListButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={labels.impact.showList(count ?? 0, label)}
      onClick={onToggle}
      className="rounded-sm text-accent underline underline-offset-2"
    >
      {formatNumber(count ?? 0)}
    </button>
  )
}

interface PullRequestsProps {
  deployment: string
  number: ImpactNumber
  all: NonNullable<Impact['pullRequests']['affected']>
}

/** The pull requests that a number counts, each with its newest scan. */
function PullRequests({ deployment, number: { label, count }, all }: PullRequestsProps) {
  return (
    <div>
      <ul
        aria-label={label}
        className="max-h-60 divide-y divide-line overflow-y-auto rounded border border-line"
      >
        {all.map(({ number, url, title, project, scan }) => (
          <li key={scan} className="flex flex-wrap gap-x-3 px-2 py-1 text-xs">
            <WebLink href={url}>
              <bdi>{title || labels.impact.pullRequest(number)}</bdi>
            </WebLink>
            <span className="text-2">
              {labels.impact.inProject} <bdi>{project}</bdi>
            </span>
            <Link
              to={settingsPaths.scan(deployment, Number(scan))}
              className="ml-auto text-accent underline-offset-2 hover:underline"
            >
              {labels.impact.scan(scan)}
            </Link>
          </li>
        ))}
      </ul>
      {all.length < (count ?? 0) && <p className="text-xs text-2">{labels.impact.first(all.length)}</p>}
    </div>
  )
}
