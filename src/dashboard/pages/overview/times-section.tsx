import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { type FindingType, severities } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { Panel } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { labels } from './details-labels.ts'
import type { ListLinks } from './list-links.ts'

interface TimesSectionProps {
  data: OverviewAnswer
  links: ListLinks
}

const measures = [
  ['age', labels.times.age],
  ['time_to_fix', labels.times.fix],
] as const

/** Median age and time to fix by severity and type; each opens the findings that it was computed from. */
export function TimesSection({ data, links }: TimesSectionProps) {
  return (
    <Panel title={labels.times.title}>
      <div className="overflow-x-auto print:overflow-visible">
        <table className="w-full min-w-104 border-collapse print:min-w-0 print:text-xs">
          <caption className="sr-only">{labels.times.caption}</caption>
          <thead className="text-left text-2">
            <tr>
              <td />
              {measures.map(([measure, word]) => (
                <th key={measure} scope="colgroup" colSpan={3} className="h-7 pr-3 text-right font-medium">
                  {word}
                </th>
              ))}
            </tr>
            <tr className="text-xs">
              <th scope="col" className="pr-3 font-medium">
                {labels.times.severity}
              </th>
              {measures.map(([measure]) =>
                productLabels.map(([type, word]) => (
                  <th key={`${measure} ${type}`} scope="col" className="h-7 pr-3 text-right font-medium">
                    {word}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {severities.map((severity) => (
              <tr key={severity} className="border-t border-line">
                <th scope="row" className="h-9 pr-3 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <SeverityIcon value={severity} />
                    {severityLabel(severity)}
                  </span>
                </th>
                {measures.map(([measure, what]) =>
                  productLabels.map(([type, word]) => (
                    <td key={`${measure} ${type}`} className="pr-3 text-right tabular-nums">
                      <Median {...{ data, links, type, word, severity, measure, what }} />
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pt-2 text-xs text-3">{labels.times.note}</p>
    </Panel>
  )
}

interface MedianProps extends TimesSectionProps {
  type: FindingType
  word: string
  severity: (typeof severities)[number]
  measure: (typeof measures)[number][0]
  what: string
}

function Median({ data, links, type, word, severity, measure, what }: MedianProps) {
  const days = data.types[type].by_severity[severity][measure]
  if (days === null) return <span className="text-3">{labels.times.none}</span>
  const text = labels.times.days(days)
  const more = { severities: [severity] }
  return (
    <Link
      to={measure === 'age' ? links.open(type, more) : links.flow(type, ['fixed'], undefined, more)}
      aria-label={labels.times.median(what, word, severityLabel(severity), text)}
      className="whitespace-nowrap text-accent hover:underline"
    >
      {text}
    </Link>
  )
}
