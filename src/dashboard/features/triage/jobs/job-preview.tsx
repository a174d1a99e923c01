import type { TriagePreview } from '#contract/responses/triage.ts'
import { formatNumber } from '#lib/text/format.ts'
import { Skeleton } from '#ui/status/skeleton.tsx'
import type { Decision } from '../saving/decision.ts'
import {
  exclusionLabels,
  jobDialogLabels as labels,
  previewSentence,
  previewTotal,
  unchangedLabels,
} from './job-labels.ts'
import { SeverityCounts } from './severity-counts.tsx'

/** The maximum number of projects listed; the rest are counted. */
const projectsShown = 6

/** The counts of a preview, in a frame that keeps its size while they load. */
export function JobPreview({
  decision,
  preview,
}: {
  decision: Decision
  preview: TriagePreview | undefined
}) {
  if (!preview) return <PreviewSkeleton />
  const { along, projects, severities, skipped } = preview
  const exclusions = exclusionLabels(preview)
  return (
    <div className="grid min-h-40 content-start gap-3 rounded border border-line p-4">
      <p className="text-base font-medium">{previewSentence(decision, preview)}</p>
      <SeverityCounts counts={severities} />
      {along > 0 && <p className="text-2">{labels.along(along)}</p>}
      {projects.length > 0 && <ProjectCounts projects={projects} />}
      {skipped.length > 0 && (
        <div className="border-t border-line pt-3 text-2">
          <p className="font-medium">{labels.unchanged(previewTotal(preview) - preview.count)}</p>
          <ul>
            {unchangedLabels(decision, skipped).map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      {exclusions.length > 0 && (
        <ul className="border-t border-line pt-3 text-2">
          {exclusions.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function PreviewSkeleton() {
  return (
    <div aria-busy className="grid min-h-40 content-start gap-3 rounded border border-line p-4">
      <span className="sr-only">{labels.counting}</span>
      {[60, 40, 80, 70, 50].map((width) => (
        <span key={width} style={{ width: `${width}%` }}>
          <Skeleton />
        </span>
      ))}
    </div>
  )
}

/** The number of findings to triage in each project. */
function ProjectCounts({ projects }: Pick<TriagePreview, 'projects'>) {
  const rest = projects.slice(projectsShown)
  const restCount = rest.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul aria-label={labels.projects} className="grid gap-1">
      {projects.slice(0, projectsShown).map(({ name, count }) => (
        <li key={name} className="flex items-baseline justify-between gap-4">
          <bdi className="min-w-0 truncate font-mono text-xs">{name}</bdi>
          <span className="tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li className="flex justify-between gap-4 text-2">
          <span>{labels.moreProjects(rest.length)}</span>
          <span className="tabular-nums">{formatNumber(restCount)}</span>
        </li>
      )}
    </ul>
  )
}
