import { scanChangeKinds } from '#contract/operations/scans.ts'
import type { IngestReport } from '#contract/responses/scans.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { labels, numbersOf } from '../labels.ts'

interface ReportNumbersProps {
  report: IngestReport
  /** Returns the URL of the list behind a number, if there is one. */
  listOf: (what: (typeof scanChangeKinds)[number]) => string
}

const className = 'rounded-sm text-lg font-semibold tabular-nums'

/** The numbers of a scan's report, each linked to its list. */
export function ReportNumbers({ report, listOf }: ReportNumbersProps) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-3">
      {numbersOf(report).map(({ name, label, count, more }) => {
        const kind = scanChangeKinds.find((one) => one === name)
        const to =
          count === 0 ? undefined : kind ? listOf(kind) : name === 'left_out' ? '#left-out' : undefined
        return (
          <li key={name} className="min-w-16">
            {to === undefined ? (
              <span className={count === 0 ? `${className} text-3` : className}>{formatNumber(count)}</span>
            ) : name === 'left_out' ? (
              <a
                href={to}
                aria-label={labels.found.leftOutCount(count)}
                className={`${className} text-accent hover:underline`}
              >
                {formatNumber(count)}
              </a>
            ) : (
              <Link
                to={to}
                aria-label={`${formatNumber(count)} ${label.toLowerCase()}`}
                className={`${className} text-accent hover:underline`}
              >
                {formatNumber(count)}
              </Link>
            )}
            <span className="block text-2">{label}</span>
            {more && (
              <Link to={listOf(more.name)} className="block rounded-sm text-xs text-accent hover:underline">
                {more.words}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
