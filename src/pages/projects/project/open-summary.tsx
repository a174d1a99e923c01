import type { Project } from '#contract/answers/projects.ts'
import { severities } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/format.ts'
import type { PageType } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'
import { openList, productWords } from '#parts/project-lists.ts'
import { Severity } from '#parts/severity.tsx'

const link = 'rounded-sm text-accent hover:underline'

interface OpenSummaryProps {
  deployment: string
  project: Project
}

/** What is open in a project, by severity and product; each number leads to the list that it counts. */
export function OpenSummary({ deployment, project }: OpenSummaryProps) {
  const { open, name } = project
  if (!open) return <p className="text-3">This service does not count the findings of a project.</p>
  const countOf = (type: PageType, severity: (typeof severities)[number]) => open[severity]?.[type] ?? 0
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-160 border-collapse max-sm:text-xs">
        <caption className="sr-only">Open findings by product and severity</caption>
        <thead>
          <tr className="text-left text-2">
            <th scope="col" className="h-8 pr-4 max-sm:pr-2 font-medium">
              Product
            </th>
            {severities.map((severity) => (
              <th key={severity} scope="col" className="pr-4 max-sm:pr-2 text-right font-medium">
                <span className="inline-flex justify-end">
                  <Severity value={severity} />
                </span>
              </th>
            ))}
            <th scope="col" className="text-right font-medium">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {productWords.map(([type, word]) => {
            const all = severities.reduce((sum, severity) => sum + countOf(type, severity), 0)
            return (
              <tr key={type} className="border-t border-line">
                <th scope="row" className="h-9 pr-4 max-sm:pr-2 text-left font-normal">
                  {word}
                </th>
                {severities.map((severity) => (
                  <td key={severity} className="pr-4 max-sm:pr-2 text-right">
                    <Count
                      count={countOf(type, severity)}
                      to={openList(deployment, type, name, [severity])}
                      what={`open ${severity} findings in ${word.toLowerCase()}`}
                    />
                  </td>
                ))}
                <td className="text-right font-medium">
                  <Count
                    count={all}
                    to={openList(deployment, type, name)}
                    what={`open findings in ${word.toLowerCase()}`}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Count({ count, to, what }: { count: number; to: string; what: string }) {
  return (
    <Link
      to={to}
      aria-label={`${formatNumber(count)} ${what}`}
      className={count === 0 ? 'text-3 hover:underline' : link}
    >
      {formatNumber(count)}
    </Link>
  )
}
