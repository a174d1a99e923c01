import type { FindingGroup } from '#contract/responses/findings.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { groupLabels } from './labels.ts'

type Versions = NonNullable<FindingGroup['upgrades']>

/** The number of versions that fit on a line; the rest are counted. */
const most = 3

/** Returns the versions whose findings an upgrade to one of them closes; undefined if their counts do not add up. */
function closedBy(versions: Versions, at: number): string[] | undefined {
  const closed: string[] = []
  let left = versions[at]?.closes ?? 0
  for (const { version, count } of versions.slice(at)) {
    if (left <= 0) break
    closed.push(version)
    left -= count
  }
  return left === 0 ? closed : undefined
}

interface UpgradeVersionsProps {
  name: string
  versions: Versions
  /** Returns the URL of the findings that name one of these upgrades. */
  listOf: (upgrades: string[]) => string
  /** The row has the focus, so Tab reaches its links. */
  active: boolean
}

/** The target versions of a package: "→ 4.20.0 closes 31, 4.19.2 closes 24 of them". */
export function UpgradeVersions({ name, versions, listOf, active }: UpgradeVersionsProps) {
  const [first] = versions
  const rest = versions.length - most
  return (
    <span className="min-w-0 shrink-[9999] truncate text-2">
      <span aria-hidden>→ </span>
      {versions.slice(0, most).map(({ version, closes }, at) => {
        const closed = closedBy(versions, at)
        const count = formatNumber(closes)
        return (
          <span key={version}>
            {at > 0 && ', '}
            <bdi className="font-mono text-xs text-1">{version}</bdi> {groupLabels.closes}{' '}
            {closed ? (
              <Link
                to={listOf(closed.map((one) => `${name}@${one}`))}
                tabIndex={active ? 0 : -1}
                className="rounded-sm hover:text-accent hover:underline"
              >
                {count}
              </Link>
            ) : (
              count
            )}
            {at > 0 && first && closes < first.closes && ` ${groupLabels.ofThem}`}
          </span>
        )
      })}
      {rest > 0 && ` ${groupLabels.otherVersions(rest)}`}
    </span>
  )
}
