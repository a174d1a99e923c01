import { useState } from 'react'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { Link } from '#features/link.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { formatBytes } from '#lib/text/units.ts'
import { paths } from '#lib/urls/paths.ts'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { Time } from '#ui/text/time.tsx'
import { ExportActions } from './exports/export-actions.tsx'
import { ExportStateBadge, exportName, failureText, stateOf } from './exports/export-state.tsx'
import { useOwnExports } from './exports/use-own-exports.ts'
import { formatLabel } from './formats.ts'
import { labels } from './labels.ts'

const day = 24 * 60 * 60 * 1000
const most = 5

interface ExportCardsProps {
  slug: string
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** The person's running exports and those of the last day, in the jobs tray. Empty if there are none. */
export function ExportCards({ slug, onLeave }: ExportCardsProps) {
  const [now] = useState(() => new Date())
  const exports = useOwnExports(slug)
  const recent = (exports ?? [])
    .map(({ made }) => made)
    .filter((made) => stateOf(made, now) === 'running' || isRecent(made, now))
    .slice(0, most)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="exports-in-tray" className="mb-4 grid gap-3">
      <div className="flex items-baseline justify-between">
        <h3 id="exports-in-tray" className="font-semibold">
          {labels.cards.title}
        </h3>
        <Link
          to={paths.exports(slug, { mine: 'true' })}
          onClick={onLeave}
          className="text-accent hover:underline"
        >
          {labels.cards.mine}
        </Link>
      </div>
      <ul className="grid gap-3">
        {recent.map((made) => (
          <li key={made.taskToken} className="rounded border border-line p-3">
            <Card slug={slug} made={made} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isRecent({ finishedAt, createdAt }: SbomExport, now: Date): boolean {
  const at = finishedAt ?? createdAt
  return typeof at === 'string' && now.getTime() - new Date(at).getTime() < day
}

function Card({ slug, made, now }: { slug: string; made: SbomExport; now: Date }) {
  const state = stateOf(made, now)
  const facts = [
    formatLabel(made),
    made.ref && refLabel(made.ref),
    typeof made.components === 'number' && labels.components(made.components),
    typeof made.size === 'number' && formatBytes(made.size),
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">
          {labels.cards.of} <bdi>{exportName(made)}</bdi>
        </p>
        <ExportStateBadge state={state} />
      </div>
      {state === 'running' && <ProgressBar label={labels.cards.progress(exportName(made))} className="h-1" />}
      <p className="text-2 tabular-nums wrap-anywhere">
        {facts.join(' · ')} · <Time value={made.createdAt} now={now} />
      </p>
      {state === 'failed' && <p className="wrap-anywhere text-danger">{failureText(made)}</p>}
      <p className="flex flex-wrap gap-2 empty:hidden">
        <ExportActions deployment={slug} made={made} state={state} />
      </p>
    </div>
  )
}
