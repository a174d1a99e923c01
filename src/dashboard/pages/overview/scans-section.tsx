import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { Link } from '#features/link.tsx'
import { Panel } from '#features/panel.tsx'
import { ScanStatus } from '#features/scan-status.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Time } from '#ui/text/time.tsx'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { labels } from './details-labels.ts'

interface ScansSectionProps {
  deployment: string
  data: OverviewAnswer
  now: Date
  hasOwner: boolean
}

/** The newest scans. */
export function ScansSection({ deployment, data: { scans }, now, hasOwner }: ScansSectionProps) {
  return (
    <Panel title={labels.scans.title}>
      {scans.length === 0 && <p className="text-3">{labels.scans.none}</p>}
      <ul>
        {scans.map(({ id, project, ref, status, at }) => (
          <li
            key={id}
            className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 border-t border-line"
          >
            <Link
              to={settingsPaths.scan(deployment, id)}
              title={`${project} · ${refLabel(ref)}`}
              className="flex min-w-0 items-baseline gap-1.5 text-1 no-underline hover:underline"
            >
              <TruncateStart text={project} className="font-mono text-xs" />{' '}
              <span className="max-w-1/2 shrink-0 truncate text-2">
                <bdi>{refLabel(ref)}</bdi>
              </span>
            </Link>
            <ScanStatus value={status} />
            <Time value={at} now={now} form="short" what={labels.scans.started} />
          </li>
        ))}
      </ul>
      {hasOwner && <p className="pt-2 text-xs text-3">{labels.allOwners}</p>}
    </Panel>
  )
}
