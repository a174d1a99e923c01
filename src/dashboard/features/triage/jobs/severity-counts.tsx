import type { TriagePreview } from '#contract/responses/triage.ts'
import { severities } from '#contract/vocabulary.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { jobDialogLabels as labels } from './job-labels.ts'

/** How many of the findings that a triage would change have each severity, the most severe first. */
export function SeverityCounts({ counts }: { counts: TriagePreview['severities'] }) {
  const levels = severities.filter((level) => (counts?.[level] ?? 0) > 0)
  if (levels.length === 0) return null
  return (
    <ul aria-label={labels.severities} className="flex flex-wrap gap-x-4 gap-y-1">
      {levels.map((level) => (
        <li key={level} className="flex items-center gap-1.5">
          <SeverityIcon value={level} />
          <span className="tabular-nums">
            {formatNumber(counts?.[level] ?? 0)} {severityLabel(level).toLowerCase()}
          </span>
        </li>
      ))}
    </ul>
  )
}
