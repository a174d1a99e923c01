import type { Project } from '#contract/responses/projects.ts'
import { severities } from '#contract/vocabulary.ts'
import { isUnscanned, openList, productLabels } from '#features/project-findings.ts'
import { SeverityIcon } from '#features/severity.tsx'
import type { PageType } from '#lib/urls/paths.ts'
import { classes } from '#ui/classes.ts'
import type { ProjectRow } from './cells.tsx'
import { labels } from './labels.ts'

const productLabel = (type: PageType) =>
  productLabels.find(([one]) => one === type)?.[1].toLowerCase() ?? type

/** Medium and low share a column, to keep the focus on critical and high. */
const levels = [
  { label: labels.severities.critical, of: ['critical'] },
  { label: labels.severities.high, of: ['high'] },
  { label: labels.severities.other, of: ['medium', 'low'] },
] as const
type Level = (typeof levels)[number]

/** The widths of critical, high and other, the same in the header and in each row. */
const grid = 'grid grid-cols-[22px_22px_32px] justify-end text-right @min-[980px]:grid-cols-[44px_38px_40px]'

const countsOf = ({ open }: Project, type: PageType) => {
  const count = (severity: (typeof severities)[number]) => open?.[severity]?.[type] ?? 0
  return {
    of: (level: Level) => level.of.reduce((sum, severity) => sum + count(severity), 0),
    total: severities.reduce((sum, severity) => sum + count(severity), 0),
  }
}

/** The name of a product above the labels of its three numbers, which are icons if there is no room for words. */
export function CountsHeader({ label }: { label: string }) {
  return (
    <span className="inline-block text-left align-top leading-[15px]">
      <span className="block truncate text-1">{label}</span>
      <span className={classes(grid, 'text-2xs leading-[15px] font-normal text-3')}>
        {levels.map(({ label, of: [severity, ...more] }) => (
          <span key={label} className="flex items-center justify-end">
            <span className={more.length > 0 ? undefined : 'sr-only @min-[980px]:not-sr-only'}>{label}</span>
            {more.length === 0 && (
              <span className="scale-75 @min-[980px]:hidden">
                <SeverityIcon value={severity} />
              </span>
            )}
          </span>
        ))}
      </span>
    </span>
  )
}

/** The open findings of one product, each number linked to its list. */
export function OpenCounts({ row: { project, deployment }, type }: { row: ProjectRow; type: PageType }) {
  if (isUnscanned(project)) return <NeverScanned className="block truncate text-right" />
  if (!project.open) return <span className="block truncate text-right text-3">{labels.notCounted}</span>
  const counts = countsOf(project, type)
  // One base URL per product with the severities appended: a row has nine of these links.
  const all = openList(deployment, type, project.name)
  return (
    <span className={grid}>
      {levels.map((level) => (
        <Count
          key={level.label}
          count={counts.of(level)}
          href={`${all}&severities=${level.of.join(',')}`}
          label={labels.openOf(counts.of(level), level.of, productLabel(type))}
          severity={level.of.length > 1 ? undefined : level.of[0]}
          iconClassName="hidden @min-[980px]:block"
        />
      ))}
    </span>
  )
}

/** The open findings of one product on a phone: the total, and below it the critical and high ones. */
export function OpenCard({
  row: { project, deployment },
  type,
  label,
}: {
  row: ProjectRow
  type: PageType
  label: string
}) {
  const counts = countsOf(project, type)
  const all = openList(deployment, type, project.name)
  return (
    <span className="min-w-0 text-xs">
      <span className="flex gap-1">
        <span className="truncate text-3">{label}</span>
        {isUnscanned(project) ? (
          <NeverScanned />
        ) : project.open ? (
          <Count count={counts.total} href={all} label={labels.openIn(counts.total, productLabel(type))} />
        ) : (
          <span className="text-3">–</span>
        )}
      </span>
      <span className="flex h-4 gap-2">
        {levels
          .slice(0, 2)
          .map(
            (level) =>
              counts.of(level) > 0 && (
                <Count
                  key={level.label}
                  count={counts.of(level)}
                  href={`${all}&severities=${level.of.join(',')}`}
                  label={labels.openOf(counts.of(level), level.of, productLabel(type))}
                  severity={level.of[0]}
                />
              ),
          )}
      </span>
    </span>
  )
}

/** Nobody knows what a project has that was never scanned: it is not zero. */
function NeverScanned({ className }: { className?: string }) {
  return (
    <span title={labels.project.neverScanned} className={classes('text-3', className)}>
      <span aria-hidden>–</span>
      <span className="sr-only">{labels.project.neverScanned}</span>
    </span>
  )
}

interface CountProps {
  count: number
  href: string
  label: string
  /** Undefined for several severities together. */
  severity?: string | undefined
  /** Classes that control when the icon is shown. */
  iconClassName?: string | undefined
}

/** Rounds numbers of a thousand and more, since the column is narrow; the exact number is shown on hover. */
const rounded = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function Count({ count, href, label, severity, iconClassName }: CountProps) {
  if (count === 0) return <span className="text-3">0</span>
  return (
    <a
      href={href}
      tabIndex={-1}
      aria-label={label}
      data-hint={label}
      className="inline-flex items-center justify-end gap-1 rounded-sm text-1 hover:underline"
    >
      {severity && (
        <span className={iconClassName}>
          <SeverityIcon value={severity} />
        </span>
      )}
      {count < 1000 ? count : rounded.format(count)}
    </a>
  )
}
