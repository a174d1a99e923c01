import { useQuery } from '@tanstack/react-query'
import { recentScansOptions } from '#api/recent-scans.ts'
import { plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { placePaths } from '#lib/place-paths.ts'
import { refWords } from '#lib/ref-words.ts'
import { formatDuration } from '#lib/units.ts'
import { Link } from '#parts/link.tsx'
import { AnswerOf, Panel } from '#parts/panel.tsx'
import { ScanStatus } from '#parts/scan-status.tsx'
import { Time } from '#ui/time.tsx'

interface ScansSectionProps {
  deployment: string
  project: { id: number; name: string }
  now: Date
}

const head = 'h-8 pr-4 font-medium'

/** The newest scans of a project, and the way to all of them. */
export function ScansSection({ deployment, project, now }: ScansSectionProps) {
  const query = useQuery(recentScansOptions(deployment, project.id))
  const all = paths.scans(deployment, new URLSearchParams([['repos[]', project.name]]))
  return (
    <Panel
      title="Scans"
      end={
        query.data && query.data.total > 0 ? (
          <Link to={all} className="text-accent hover:underline">
            {query.data.total === 1 ? 'The one scan' : `All ${plural(query.data.total, 'scan')}`}
          </Link>
        ) : null
      }
    >
      <AnswerOf query={query} failed="The scans could not be loaded" lines={12}>
        {({ scans }) =>
          scans.length === 0 ? (
            <p className="text-3">Nothing has been scanned yet.</p>
          ) : (
            <div className="overflow-x-auto">
              <table className="w-full border-collapse text-left whitespace-nowrap">
                <caption className="sr-only">The newest scans of {project.name}</caption>
                <thead className="text-2">
                  <tr>
                    <th scope="col" className={head}>
                      Started
                    </th>
                    <th scope="col" className={head}>
                      Status
                    </th>
                    <th scope="col" className={head}>
                      Ref
                    </th>
                    <th scope="col" className={head}>
                      Kind
                    </th>
                    <th scope="col" className="h-8 text-right font-medium">
                      Took
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {scans.map((scan) => (
                    <tr key={scan.id} className="border-t border-line">
                      <td className="h-9 pr-4">
                        <Link
                          to={placePaths.scan(deployment, scan.id)}
                          className="text-accent hover:underline"
                        >
                          <span className="sr-only">Scan {scan.id}, </span>
                          <Time value={scan.started_at} now={now} />
                        </Link>
                      </td>
                      <td className="pr-4">
                        <ScanStatus value={scan.status} ended={Boolean(scan.completed_at)} />
                      </td>
                      <td className="max-w-60 truncate pr-4">{refWords(scan.branch ?? '') || '–'}</td>
                      <td className="pr-4">{kindWords(scan.is_full_scan)}</td>
                      <td className="text-right">
                        {typeof scan.total_time === 'number' ? formatDuration(scan.total_time) : '–'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </AnswerOf>
    </Panel>
  )
}

function kindWords(full: boolean | null | undefined): string {
  if (full === undefined || full === null) return '–'
  return full ? 'Full' : 'Diff'
}
