import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { Panel } from '#features/panel.tsx'
import { labels } from './details-labels.ts'
import type { ListLinks } from './list-links.ts'
import { NumberList } from './number-list.tsx'

interface SectionProps {
  data: OverviewAnswer
  links: ListLinks
  hasOwner: boolean
}

const verdicts = ['fail', 'pass', 'excepted', 'none'] as const

/** The verdicts of the gate on pull requests. */
export function GateSection({ data, links, hasOwner }: SectionProps) {
  return (
    <Panel title={labels.gate.title}>
      <NumberList
        numbers={verdicts.map((verdict) => ({
          word: labels.gate.verdicts[verdict],
          count: data.gate[verdict],
          to: links.scans(verdict),
          label: labels.gate.of(labels.gate.verdicts[verdict], data.gate[verdict]),
        }))}
      />
      <p className="pt-2 text-xs text-3">
        {labels.gate.detail} {hasOwner && labels.allOwners}
      </p>
    </Panel>
  )
}

/** How many projects are scanned; not shown for a single project. */
export function CoverageSection({
  data: { coverage },
  links,
  hasOwner,
  hasProject,
}: SectionProps & { hasProject: boolean }) {
  if (!coverage || hasProject) return null
  const rows = [
    { word: labels.coverage.projects, count: coverage.projects, to: links.projects() },
    { word: labels.coverage.old, count: coverage.older_than_30_days, to: links.projects('older_than:30') },
    { word: labels.coverage.never, count: coverage.never, to: links.projects('never') },
    { word: labels.coverage.failed, count: coverage.failed, to: links.projects('failed') },
  ]
  return (
    <Panel title={labels.coverage.title}>
      <NumberList numbers={rows.map((row) => ({ ...row, label: labels.coverage.of(row.word, row.count) }))} />
      {hasOwner && <p className="pt-2 text-xs text-3">{labels.allOwners}</p>}
    </Panel>
  )
}
