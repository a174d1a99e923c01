import type { OverviewAnswer } from '#contract/responses/overview.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { Panel } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { labels } from './details-labels.ts'
import { type ListLinks, newKinds } from './list-links.ts'

interface SectionProps {
  deployment: string
  data: OverviewAnswer
  links: ListLinks
}

const head = 'h-7 pr-3 font-medium'
const typeWords = Object.fromEntries(productLabels)

/** The projects with most new findings, by type. */
export function BusiestProjects({ deployment, data, links }: SectionProps) {
  return (
    <Panel title={labels.busiest.projects}>
      {data.projects.length === 0 && <p className="text-3">{labels.busiest.none}</p>}
      {data.projects.length > 0 && (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{labels.busiest.projects}</caption>
          <thead className="text-left text-2">
            <tr>
              <th scope="col" className={head}>
                {labels.busiest.project}
              </th>
              {productLabels.map(([type, word]) => (
                <th
                  key={type}
                  scope="col"
                  className={`${head} w-26 text-right max-sm:w-16 max-sm:text-xs print:w-14 print:text-xs`}
                >
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.projects.map(({ name, new: counts }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="h-8 pr-3 text-left font-normal">
                  <Link
                    to={settingsPaths.project(deployment, name)}
                    title={name}
                    // Projects are distinguished by the end of their names.
                    className="block truncate text-left font-mono text-xs text-1 no-underline [direction:rtl] hover:underline"
                  >
                    <bdi>{name}</bdi>
                  </Link>
                </th>
                {productLabels.map(([type, word]) => (
                  <td key={type} className="pr-3 text-right">
                    <NewCount
                      count={counts[type]}
                      label={labels.busiest.of(counts[type], word, name)}
                      to={links.flow(type, newKinds, undefined, { repos: [name] })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** The rules with most new findings, and for supply chain the advisories. */
export function BusiestRules({ data, links }: SectionProps) {
  return (
    <Panel title={labels.busiest.rules}>
      {data.rules.length === 0 && <p className="text-3">{labels.busiest.none}</p>}
      {data.rules.length > 0 && (
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{labels.busiest.rules}</caption>
          <thead className="text-left text-2">
            <tr>
              <th scope="col" className={head}>
                {labels.busiest.rule}
              </th>
              <th scope="col" className={`${head} w-28 max-sm:w-24 print:w-24`}>
                {labels.busiest.type}
              </th>
              <th scope="col" className={`${head} w-16 text-right print:w-14`}>
                {labels.busiest.new}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rules.map(({ issue_type: type, name, title, new: count }) => (
              <tr key={`${type} ${name}`} className="border-t border-line">
                <th
                  scope="row"
                  className="h-8 truncate pr-3 text-left font-normal max-sm:py-1.5 max-sm:whitespace-normal print:whitespace-normal"
                  title={name}
                >
                  {title ?? name}
                </th>
                <td className="pr-3 whitespace-nowrap text-2">{typeWords[type]}</td>
                <td className="pr-3 text-right">
                  <NewCount
                    count={count}
                    label={labels.busiest.of(count, typeWords[type] ?? type, title ?? name)}
                    to={links.flow(type, newKinds, undefined, ruleFilter(type, name))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

const ruleFilter = (type: FindingType, name: string) =>
  type === 'sca' ? { vulnerability_identifiers: [name] } : { rules: [name] }

function NewCount({ count, label, to }: { count: number; label: string; to: string }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className={`tabular-nums hover:underline ${count === 0 ? 'text-3' : 'text-accent'}`}
    >
      {formatNumber(count)}
    </Link>
  )
}
