import { isAppliedScan } from '#contract/applied-scan.ts'
import { scanChangeKinds } from '#contract/operations/scans.ts'
import type { ImportedScan, IngestReport } from '#contract/responses/scans.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { numberLabel, reportNumbers, resultLabels } from './labels.ts'

interface ImportedScansProps {
  deployment: string
  scans: readonly ImportedScan[]
  /** Whether the files were imported before, so that nothing changed. */
  repeated: boolean
}

/** The scans of an upload of several tools or categories, each with its own numbers. */
export function ImportedScans({ deployment, scans, repeated }: ImportedScansProps) {
  const isOfSeveral = new Set(scans.map(({ project }) => project)).size > 1
  return (
    <section aria-label={resultLabels.scans(scans.length)}>
      <h4 className="pb-1 font-medium">{resultLabels.scans(scans.length)}</h4>
      <ul className="divide-y divide-line rounded border border-line">
        {scans.map(({ id, project, tool, category, status, report }) => (
          <li key={id} className="grid gap-2 px-3 py-2">
            <p className="flex flex-wrap gap-x-3 wrap-anywhere">
              <Link
                to={settingsPaths.scan(deployment, id)}
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                <bdi>{resultLabels.scanName(id, tool, category)}</bdi>
              </Link>
              {isOfSeveral && <bdi className="text-2">{project}</bdi>}
            </p>
            {!repeated && isAppliedScan(status, report) && (
              <ReportNumbers {...{ deployment, project, report }} scanId={id} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReportNumbersProps {
  deployment: string
  project: string
  scanId: number
  report: IngestReport
}

/** The numbers of the report of one scan, each linked to its list. */
export function ReportNumbers({ deployment, project, scanId, report }: ReportNumbersProps) {
  const listOf = (name: string) => {
    if (name === 'dependencies') return paths.dependencies(deployment, { 'repos[]': project })
    if (!scanChangeKinds.some((kind) => kind === name)) return undefined
    return settingsPaths.scan(deployment, scanId, { changes: name })
  }
  return (
    <ul className="flex flex-wrap gap-x-8 gap-y-3">
      {reportNumbers(report).map(({ name, label, count }) => {
        const to = count === 0 ? undefined : listOf(name)
        const size = 'text-xl font-semibold tabular-nums'
        return (
          <li key={name}>
            {to === undefined ? (
              <span className={count === 0 ? `${size} text-3` : size}>{formatNumber(count)}</span>
            ) : (
              <Link
                to={to}
                aria-label={numberLabel(count, label)}
                className={`${size} rounded-sm text-accent hover:underline`}
              >
                {formatNumber(count)}
              </Link>
            )}
            <span className="block text-2">{label}</span>
          </li>
        )
      })}
    </ul>
  )
}
