import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { type FindingType, severities } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { productLabels } from '#features/project-findings.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { exactDay } from '#lib/time/instant.ts'
import { Change } from './change.tsx'
import { labels } from './labels.ts'
import type { ListLinks } from './list-links.ts'

interface OpenSectionProps {
  data: OverviewAnswer
  links: ListLinks
}

/** The backlog of each type, by severity, with the change since the start of the period. */
export function OpenSection({ data, links }: OpenSectionProps) {
  const since = labels.open.since(exactDay(new Date(data.from), 'UTC'))
  return (
    <section aria-label={labels.open.title} className="grid gap-3 lg:grid-cols-3 print:grid-cols-3">
      {productLabels.map(([type, word]) => (
        <TypeCard key={type} {...{ type, word, since, links }} counts={data.types[type]} />
      ))}
    </section>
  )
}

interface TypeCardProps {
  type: FindingType
  word: string
  since: string
  counts: OverviewAnswer['types'][FindingType]
  links: ListLinks
}

function TypeCard({ type, word, since, counts, links }: TypeCardProps) {
  return (
    <div className="min-w-0 rounded border border-line bg-surface-1 px-4 py-3">
      <h2 className="font-medium text-2">{labels.open.heading(word)}</h2>
      <div className="flex flex-wrap items-baseline gap-x-3 pb-2">
        <Link
          to={links.open(type)}
          aria-label={labels.open.count(counts.open, word)}
          className="text-1 no-underline hover:underline"
        >
          <span className="text-[1.75rem] leading-9 font-semibold tabular-nums">
            {formatNumber(counts.open)}
          </span>
        </Link>
        <span className="text-xs text-3">
          <Change value={counts.change} /> {since}
        </span>
        {/* They wrap together, as they add up. */}
        <span className="flex gap-x-3 text-xs whitespace-nowrap print:hidden">
          {(['added', 'gone'] as const).map((kind) => (
            <Link
              key={kind}
              to={links.standing(type, kind)}
              aria-label={labels.open.moved(kind, counts[kind], `${since}: ${word}`)}
              className={`hover:underline ${counts[kind] === 0 ? 'text-3' : 'text-accent'}`}
            >
              {labels.open.kinds[kind](counts[kind])}
            </Link>
          ))}
        </span>
      </div>
      {counts.due && <DueLine {...{ type, word, links }} due={counts.due} />}
      <ul>
        {severities.map((severity) => (
          <SeverityLine
            key={severity}
            {...{ type, word, severity, links }}
            of={counts.by_severity[severity]}
          />
        ))}
      </ul>
    </div>
  )
}

interface DueLineProps {
  type: FindingType
  word: string
  due: { overdue: number; week: number }
  links: ListLinks
}

/** What is overdue and what is due soon. */
function DueLine({ type, word, due, links }: DueLineProps) {
  return (
    <p className="flex flex-wrap gap-x-4 pb-2 text-xs">
      {(['overdue', 'week'] as const).map((name) => (
        <Link
          key={name}
          to={links.due(type, name)}
          aria-label={labels.due.count(due[name], name, word)}
          className={due[name] === 0 ? 'text-3 hover:underline' : 'font-medium text-accent hover:underline'}
        >
          {labels.due[name](due[name])}
        </Link>
      ))}
    </p>
  )
}

interface SeverityLineProps {
  type: FindingType
  word: string
  severity: (typeof severities)[number]
  of: { open: number; added: number; gone: number }
  links: ListLinks
}

function SeverityLine({ type, word, severity, of, links }: SeverityLineProps) {
  const { open } = of
  const what = labels.open.of(severityLabel(severity), word)
  const more = { severities: [severity] }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_3.5rem_3.5rem] items-center border-t border-line">
      <span className="flex h-8 items-center gap-2 print:h-6">
        <SeverityIcon value={severity} />
        {severityLabel(severity)}
      </span>
      <Link
        to={links.open(type, more)}
        aria-label={labels.open.count(open, what)}
        className={open === 0 ? 'text-3 hover:underline' : 'font-medium text-accent hover:underline'}
      >
        {formatNumber(open)}
      </Link>
      {(['added', 'gone'] as const).map((kind) => (
        <Link
          key={kind}
          to={links.standing(type, kind, { severity })}
          aria-label={labels.open.moved(kind, of[kind], what)}
          className="text-right text-xs no-underline hover:underline"
        >
          <Change value={kind === 'added' ? of.added : -of.gone} />
        </Link>
      ))}
    </li>
  )
}
