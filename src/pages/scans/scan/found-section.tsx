import type { Scan } from '#contract/answers/scans.ts'
import { findingFilter } from '#contract/findings-query.ts'
import { writeQuery } from '#contract/query.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { Panel } from '#parts/panel.tsx'
import { productWords } from '#parts/project-lists.ts'
import { SeverityTable } from '#parts/severity-table.tsx'

interface FoundSectionProps {
  deployment: string
  scan: Scan
}

const keys = { sast: 'code', sca: 'supply_chain', secrets: 'secrets' } as const

/** What a scan reported, what it was the first to see, and what it fixed. */
export function FoundSection({ deployment, scan }: FoundSectionProps) {
  const { summary } = scan
  if (!summary) {
    return (
      <Panel title="Findings">
        <p className="text-2">
          {typeof scan.stats?.findings === 'number'
            ? `It reported ${plural(scan.stats.findings, 'finding')}.`
            : 'This service does not say what the scan found.'}
        </p>
      </Panel>
    )
  }
  const listBy =
    (name: 'first_seen_scan_ids' | 'fixed_scan_ids') =>
    (type: (typeof productWords)[number][0], severity?: string) =>
      paths.findings(
        deployment,
        type,
        writeQuery(findingFilter, { [name]: [scan.id], ...(severity ? { severities: [severity] } : {}) }),
      )
  const { findings_counts: counts, report } = summary
  const reported = productWords.map(
    ([type, word]) => `${formatNumber(counts[keys[type]])} ${word.toLowerCase()}`,
  )
  return (
    <>
      <Panel title="First seen here">
        <SeverityTable
          what="findings first seen here"
          counts={summary.first_seen}
          listOf={listBy('first_seen_scan_ids')}
        />
      </Panel>
      <Panel title="Fixed here">
        <SeverityTable what="findings fixed here" counts={summary.fixed} listOf={listBy('fixed_scan_ids')} />
      </Panel>
      <Panel title="What it reported">
        <p className="text-2">
          {plural(counts.total, 'finding')}: {reported.join(', ')}. A scan reports what it sees, known or new.
        </p>
        {report && (
          <p className="pt-1 text-2">
            Read{' '}
            {report.dependencies === undefined
              ? formatNumber(report.read)
              : `${plural(report.dependencies, 'dependency', 'dependencies')} and ${plural(report.read, 'finding')}`}
            : {formatNumber(report.new)} new, {formatNumber(report.unchanged)} known,{' '}
            {formatNumber(report.reopened)} came back, {formatNumber(report.fixed)} gone.
          </p>
        )}
        {report && report.left_out.length > 0 && (
          <ul className="list-disc pt-1 pl-5 text-2">
            {report.left_out.map(({ reason, count }) => (
              <li key={reason}>
                {formatNumber(count)} left out: {reason}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
