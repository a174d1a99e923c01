import { useQuery } from '@tanstack/react-query'
import { recentScansOptions } from '#api/scans/recent-scans.ts'
import type { ScanSummary } from '#contract/responses/scans.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { ScanStatus } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatDuration } from '#lib/text/units.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Time } from '#ui/text/time.tsx'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { labels } from '../labels.ts'

interface ScansSectionProps {
  deployment: string
  project: { id: number; name: string }
  now: Date
}

const head = 'h-8 pr-4 font-medium'

/** The newest scans of a project, with a link to all of them. */
export function ScansSection({ deployment, project, now }: ScansSectionProps) {
  const query = useQuery(recentScansOptions(deployment, project.id))
  const all = paths.scans(deployment, new URLSearchParams([['repos[]', project.name]]))
  return (
    <Panel
      title={labels.scans.title}
      end={
        query.data && query.data.total > 0 ? (
          <Link to={all} className="text-accent hover:underline">
            {labels.scans.all(query.data.total)}
          </Link>
        ) : null
      }
    >
      <QueryContent query={query} failed={labels.scans.failed} skeletonLines={12}>
        {({ scans }) =>
          scans.length === 0 ? (
            <p className="text-3">{labels.scans.none}</p>
          ) : (
            <ScansTable {...{ deployment, project, now, scans }} />
          )
        }
      </QueryContent>
    </Panel>
  )
}

interface ScansTableProps extends ScansSectionProps {
  scans: readonly ScanSummary[]
}

function ScansTable({ deployment, project, now, scans }: ScansTableProps) {
  return (
    <table className="w-full border-collapse text-left whitespace-nowrap">
      <caption className="sr-only">{labels.scans.caption(project.name)}</caption>
      <thead className="text-2">
        <tr>
          <th scope="col" className={head}>
            {labels.scans.started}
          </th>
          <th scope="col" className={head}>
            {labels.scans.status}
          </th>
          <th scope="col" className={head}>
            {labels.scans.branch}
          </th>
          <th scope="col" className={`${head} max-sm:hidden`}>
            {labels.scans.type}
          </th>
          <th scope="col" className="h-8 text-right font-medium max-sm:hidden">
            {labels.scans.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => (
          <ScanLine key={scan.id} {...{ deployment, scan, now }} />
        ))}
      </tbody>
    </table>
  )
}

interface ScanLineProps {
  deployment: string
  scan: ScanSummary
  now: Date
}

function ScanLine({ deployment, scan, now }: ScanLineProps) {
  return (
    <tr className="border-t border-line">
      <td className="h-9 pr-4">
        <Link to={settingsPaths.scan(deployment, scan.id)} className="text-accent hover:underline">
          <span className="sr-only">{labels.scans.scan(scan.id)}</span>
          <Time value={scan.started_at} now={now} />
        </Link>
      </td>
      <td className="pr-4">
        <ScanStatus value={scan.status} ended={Boolean(scan.completed_at)} failure={scan.failure} />
      </td>
      <td className="max-w-60 truncate pr-4 max-lg:w-full max-lg:max-w-0 max-sm:pr-0">
        <TruncateStart text={refLabel(scan.branch ?? '') || '–'} />
      </td>
      <td className="pr-4 max-sm:hidden">{kindText(scan.is_full_scan)}</td>
      <td className="text-right max-sm:hidden">
        {typeof scan.total_time === 'number' ? formatDuration(scan.total_time) : '–'}
      </td>
    </tr>
  )
}

function kindText(full: boolean | null | undefined): string {
  if (full === undefined || full === null) return '–'
  return full ? labels.scans.full : labels.scans.diff
}
