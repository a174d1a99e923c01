import { severities } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/text/format.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { labels } from './labels.ts'
import { Link } from './link.tsx'
import { productLabels } from './project-findings.ts'
import { SeverityIcon, severityLabel } from './severity.tsx'

type SeverityName = (typeof severities)[number]

interface SeverityTableProps {
  /** The counted items, for screen readers: `open findings`. */
  what: string
  /** By severity and type, as in the API. */
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** Returns the URL of the list behind a number, of one severity or of all. */
  listOf: (type: PageType, severity?: SeverityName) => string
}

/** Findings by product and severity; each number links to its list. */
export function SeverityTable({ what, counts, listOf }: SeverityTableProps) {
  const countOf = (type: PageType, severity: SeverityName) => counts[severity]?.[type] ?? 0
  const allOf = (type: PageType) => severities.reduce((sum, severity) => sum + countOf(type, severity), 0)
  return (
    <table className="w-full max-w-160 border-collapse max-sm:text-xs sm:table-fixed">
      <caption className="sr-only">{labels.severityTable.caption(what)}</caption>
      <thead>
        <tr className="text-left text-2">
          <th scope="col" className="h-8 pr-4 font-medium max-sm:pr-2 sm:w-1/4">
            {labels.severityTable.product}
          </th>
          {severities.map((severity) => (
            <th key={severity} scope="col" className="pr-4 text-right font-medium max-sm:pr-2">
              {/* A phone has room only for the labels. */}
              <span className="flex items-center justify-end gap-1.5 max-sm:[&_svg]:hidden">
                <SeverityIcon value={severity} />
                {severityLabel(severity)}
              </span>
            </th>
          ))}
          <th scope="col" className="text-right font-medium sm:w-12">
            {labels.severityTable.all}
          </th>
        </tr>
      </thead>
      <tbody>
        {productLabels.map(([type, word]) => (
          <tr key={type} className="border-t border-line">
            <th scope="row" className="h-9 pr-4 text-left font-normal max-sm:pr-2">
              {word}
            </th>
            {severities.map((severity) => (
              <td key={severity} className="pr-4 text-right max-sm:pr-2">
                <Count
                  count={countOf(type, severity)}
                  to={listOf(type, severity)}
                  label={labels.severityTable.of(countOf(type, severity), `${severity} ${what}`, word)}
                />
              </td>
            ))}
            <td className="text-right font-medium">
              <Count
                count={allOf(type)}
                to={listOf(type)}
                label={labels.severityTable.of(allOf(type), what, word)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Count({ count, to, label }: { count: number; to: string; label: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={count === 0 ? 'text-3 hover:underline' : 'rounded-sm text-accent hover:underline'}
    >
      {formatNumber(count)}
    </Link>
  )
}
