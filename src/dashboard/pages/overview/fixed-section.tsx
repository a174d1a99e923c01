import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { type FindingType, severities } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { Panel } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { severityLabel } from '#features/severity.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { labels } from './details-labels.ts'
import type { ListLinks } from './list-links.ts'

interface FixedSectionProps {
  data: OverviewAnswer
  links: ListLinks
}

type Month = NonNullable<OverviewAnswer['types'][FindingType]['fixed_by_month']>[number]

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** How many findings were fixed before they were due, by month and severity; nothing without due dates. */
export function FixedSection({ data, links }: FixedSectionProps) {
  const types = productLabels.flatMap(([type, word]) => {
    const months = data.types[type].fixed_by_month?.filter(hasAny).toReversed() ?? []
    return months.length > 0 ? [{ type, word, months }] : []
  })
  if (types.length === 0) return null
  return (
    <Panel title={labels.fixed.title}>
      <div className="overflow-x-auto print:overflow-visible">
        {/* A year of months fits on the printed page if the types are next to each other. */}
        <table className="w-full min-w-108 border-collapse print:grid print:min-w-0 print:grid-cols-3 print:items-start print:gap-x-6 print:text-xs">
          <caption className="sr-only">{labels.fixed.caption}</caption>
          <thead className="text-left text-xs text-2 print:hidden">
            <HeadRow />
          </thead>
          {types.map(({ type, word, months }) => (
            <tbody key={type} className="print:table print:w-full print:border-collapse">
              <tr className="border-t border-line print:border-t-0">
                <th scope="rowgroup" colSpan={severities.length + 1} className="h-8 text-left font-medium">
                  {word}
                </th>
              </tr>
              <HeadRow className="hidden text-2 print:table-row" />
              {months.map((month) => (
                <MonthRow key={month.from} {...{ type, word, month, links }} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="pt-2 text-xs text-3">{labels.fixed.note}</p>
    </Panel>
  )
}

function HeadRow({ className }: { className?: string }) {
  return (
    <tr className={className}>
      <th scope="col" className="h-7 pr-3 text-left font-medium print:pr-1">
        {labels.fixed.month}
      </th>
      {severities.map((severity) => (
        <th key={severity} scope="col" className="pr-3 text-right font-medium print:pr-1">
          {severityLabel(severity)}
        </th>
      ))}
    </tr>
  )
}

const hasAny = ({ by_severity: of }: Month) => severities.some((one) => of[one].met + of[one].missed > 0)

interface MonthRowProps {
  type: FindingType
  word: string
  month: Month
  links: ListLinks
}

function MonthRow({ type, word, month, links }: MonthRowProps) {
  const name = monthName.format(new Date(month.from))
  return (
    <tr className="border-t border-line">
      <th scope="row" className="h-8 pr-3 text-left font-normal whitespace-nowrap print:pr-1">
        {name}
      </th>
      {severities.map((severity) => {
        const { met, missed } = month.by_severity[severity]
        const all = met + missed
        return (
          <td
            key={severity}
            className="pr-3 text-right whitespace-nowrap tabular-nums print:pr-1 print:whitespace-normal"
          >
            {all === 0 ? (
              <span className="text-3">{labels.fixed.none}</span>
            ) : (
              <>
                <span className="mr-1 print:hidden">{labels.fixed.share(met / all)}</span>{' '}
                <Link
                  to={links.fixed(type, month, severity, ['met'])}
                  aria-label={labels.fixed.met(met, `${word}, ${severityLabel(severity)}, ${name}`)}
                  className="text-accent underline underline-offset-2"
                >
                  {formatNumber(met)}
                </Link>
                {labels.fixed.of}
                <Link
                  to={links.fixed(type, month, severity, ['met', 'missed'])}
                  aria-label={labels.fixed.all(all, `${word}, ${severityLabel(severity)}, ${name}`)}
                  className="text-accent underline underline-offset-2"
                >
                  {formatNumber(all)}
                </Link>
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}
