import { Suspense } from 'react'
import { isAppliedScan } from '#contract/applied-scan.ts'
import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { CountsBySeverity, Scan } from '#contract/responses/scans.ts'
import { Panel } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { SeverityTable } from '#features/severity-table.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { type PageType, paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { lazy } from '#ui/lazy.tsx'
import type { ChangeKind } from '../labels.ts'
import { labels } from '../labels.ts'
import { ReportNumbers } from './report-numbers.tsx'

interface ResultsSectionProps {
  deployment: string
  scan: Scan
  /** The listed kind of changes, if any. */
  changes: ChangeKind | undefined
  /** Whether a person just selected that list. */
  isRequested: boolean
}

const ChangesSection = lazy(() => import('./changes-section.tsx').then((module) => module.ChangesSection))

const keys = { sast: 'code', sca: 'supply_chain', secrets: 'secrets' } as const

/** The findings that a scan reported, saw first, and fixed. */
export function ResultsSection({ deployment, scan, changes, isRequested }: ResultsSectionProps) {
  const { summary } = scan
  if (!summary) return <UnknownResults scan={scan} />
  const listBy =
    (name: 'first_seen_scan_ids' | 'fixed_scan_ids') =>
    (type: (typeof productLabels)[number][0], severity?: string) =>
      paths.findings(
        deployment,
        type,
        writeQuery(findingFilter, { [name]: [scan.id], ...(severity ? { severities: [severity] } : {}) }),
      )
  const changesOf = (what: ChangeKind) => settingsPaths.scan(deployment, scan.id, { changes: what })
  const { report, first_seen: firstSeen, fixed } = summary
  const listOf = { firstSeen: listBy('first_seen_scan_ids'), fixed: listBy('fixed_scan_ids') }
  const soleListOf = (what: ChangeKind) => {
    if (what === 'new') return report && soleList(firstSeen, report.new, listOf.firstSeen)
    return what === 'fixed' ? report && soleList(fixed, report.fixed, listOf.fixed) : undefined
  }
  const applied = isAppliedScan(summary.status, report)
  return (
    <>
      {report && applied && (
        <Panel title={labels.found.results}>
          <ReportNumbers report={report} listOf={(what) => soleListOf(what) ?? changesOf(what)} />
        </Panel>
      )}
      {report && applied && changes && (
        <Suspense>
          <ChangesSection
            {...{ deployment, report, isRequested }}
            scanId={scan.id}
            what={changes}
            listOf={changesOf}
          />
        </Suspense>
      )}
      {/* Of a merge queue, no list has the findings that these tables would count. */}
      {!summary.expires_at && (applied || hasAny(firstSeen) || hasAny(fixed)) && (
        <>
          <Panel title={labels.found.firstSeen}>
            <SeverityTable what={labels.found.firstSeenWhat} counts={firstSeen} listOf={listOf.firstSeen} />
          </Panel>
          <Panel title={labels.found.fixed}>
            <SeverityTable what={labels.found.fixedWhat} counts={fixed} listOf={listOf.fixed} />
          </Panel>
        </>
      )}
      <ReportPanel summary={summary} />
    </>
  )
}

/** The findings that a scan reported, if the service has no summary of it. */
function UnknownResults({ scan }: { scan: Scan }) {
  return (
    <Panel title={labels.found.title}>
      <p className="text-2">
        {typeof scan.stats?.findings === 'number'
          ? labels.found.reported(scan.stats.findings)
          : labels.found.unknown}
      </p>
    </Panel>
  )
}

/** The contents of a scan's report, and what was omitted from it. */
function ReportPanel({ summary }: { summary: NonNullable<Scan['summary']> }) {
  const { findings_counts: counts, report } = summary
  return (
    <Panel title={labels.found.report}>
      <p className="text-2">
        {counts
          ? labels.found.total(
              counts.total,
              productLabels
                .map(([type, word]) => `${formatNumber(counts[keys[type]])} ${word.toLowerCase()}`)
                .join(', '),
            )
          : labels.found.none}
      </p>
      {report?.dependencies !== undefined && (
        <p className="pt-1 text-2">{labels.found.dependencies(report.dependencies)}</p>
      )}
      {report && report.left_out.length > 0 && (
        <ul id="left-out" className="list-disc pt-1 pl-5 text-2">
          {report.left_out.map(({ reason, count }) => (
            <li key={reason}>{labels.found.leftOut(count, reason)}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/**
 * Returns the URL of the only list of findings behind a number; undefined if there are several, or if its count would
 * differ.
 */
function soleList(
  counts: CountsBySeverity,
  number: number,
  listOf: (type: PageType) => string,
): string | undefined {
  const productsWithCounts = productLabels.filter(([type]) =>
    Object.values(counts).some((one) => (one[type] ?? 0) > 0),
  )
  const [only] = productsWithCounts
  if (!only || productsWithCounts.length > 1) return undefined
  const sum = Object.values(counts).reduce((total, one) => total + (one[only[0]] ?? 0), 0)
  return sum === number ? listOf(only[0]) : undefined
}

/** Whether any count is above zero. */
function hasAny(counts: CountsBySeverity): boolean {
  return Object.values(counts).some((one) => Object.values(one).some((count) => count > 0))
}
