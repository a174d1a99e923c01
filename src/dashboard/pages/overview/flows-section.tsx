import { Suspense } from 'react'
import { type FlowKind, flowKinds } from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { type FindingType, findingTypes } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { Panel } from '#features/panel.tsx'
import { productLabels } from '#features/project-findings.ts'
import { formatNumber } from '#lib/text/format.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { labels } from './details-labels.ts'
import type { ListLinks } from './list-links.ts'

const FlowCharts = lazy(() => import('./flow-charts.tsx').then((module) => module.FlowCharts))

interface FlowsSectionProps {
  data: OverviewAnswer
  links: ListLinks
  type: FindingType
  onType: (type: FindingType) => void
}

/** How the backlog changed: numbers of the period first, then the charts. */
export function FlowsSection({ data, links, type, onType }: FlowsSectionProps) {
  const { flows, previous_flows: before } = data.types[type]
  return (
    <Panel
      title={labels.flows.title}
      className="border-t-0"
      end={
        <>
          <span className="hidden text-2 print:inline">{new Map(productLabels).get(type)}</span>
          <span className="print:hidden">
            <NativeSelect
              aria-label={labels.flows.type}
              value={type}
              onChange={({ target }) => {
                const chosen = findingTypes.find((one) => one === target.value)
                if (chosen) onType(chosen)
              }}
            >
              {productLabels.map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </NativeSelect>
          </span>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 pb-4 sm:grid-cols-4 xl:grid-cols-6 print:grid-cols-6">
        {flowKinds.map((kind) => (
          <div key={kind} className="min-w-0">
            <dt className="text-2">{labels.flows.kinds[kind]}</dt>
            <dd>
              <Link
                to={links.flow(type, [kind])}
                aria-label={`${labels.flows.total(labels.flows.kinds[kind])}: ${formatNumber(flows[kind])}`}
                className={`text-lg font-semibold tabular-nums hover:underline ${flows[kind] === 0 ? 'text-3' : 'text-accent'}`}
              >
                {formatNumber(flows[kind])}
              </Link>
              <PreviousCount {...{ links, type, kind }} count={before?.[kind] ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={<div className="h-116" />}>
        <FlowCharts {...{ data, links, type }} />
      </Suspense>
    </Panel>
  )
}

interface PreviousCountProps {
  links: ListLinks
  type: FindingType
  kind: FlowKind
  /** Null where the history of that time is not kept. */
  count: number | null
}

/** The number of the period before. */
function PreviousCount({ links, type, kind, count }: PreviousCountProps) {
  if (count === null) return <p className="text-xs text-3">{labels.flows.noBefore}</p>
  const text = labels.flows.before(count)
  return (
    <p className="text-xs text-3">
      <Link
        to={links.flowBefore(type, kind)}
        aria-label={`${labels.flows.kinds[kind]}: ${text}`}
        className="hover:underline"
      >
        {text}
      </Link>
    </p>
  )
}
