import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { FlowKind } from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { productLabels } from '#features/project-findings.ts'
import type { ChartSeries, ChartTone } from '#ui/chart/chart-model.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { labels } from './details-labels.ts'
import { dayBefore, type ListLinks } from './list-links.ts'

interface FlowChartsProps {
  data: OverviewAnswer
  links: ListLinks
  /** The type whose changes are shown. */
  type: FindingType
}

const typeTones = { sast: 'accent', sca: 'violet', secrets: 'neutral' } as const satisfies Record<
  FindingType,
  ChartTone
>
const entered = [
  ['opened', 'caution'],
  ['reopened', 'danger'],
  ['unignored', 'neutral'],
  ['became_primary', 'violet'],
] as const
const left = [
  ['fixed', 'ok'],
  ['ignored', 'neutral'],
  ['muted', 'violet'],
  ['removed', 'accent'],
  ['left_primary', 'caution'],
] as const
const severity = [
  ['raised', 'danger'],
  ['lowered', 'ok'],
] as const

/** The backlog over time, what entered and left it, and changes of severity; each point opens its list. */
export function FlowCharts({ data, links, type }: FlowChartsProps) {
  const navigate = useNavigate()
  const follow = (href: string) => void navigate(href)
  const backlog = useMemo(() => backlogSeries(data, links), [data, links])
  const bars = useMemo(
    () =>
      [
        [labels.flows.entered, flowSeries(data, links, type, entered)],
        [labels.flows.left, flowSeries(data, links, type, left)],
        [labels.flows.severity, flowSeries(data, links, type, severity)],
      ] as const,
    [data, links, type],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-3 print:grid-cols-3">
      <div className="min-w-0 lg:col-span-3 print:col-span-3">
        <LineChart label={labels.flows.backlog} series={backlog} onFollow={follow} height={200} />
      </div>
      {bars.map(([label, series]) => (
        <LineChart key={label} {...{ label, series }} onFollow={follow} form="bars" height={150} />
      ))}
    </div>
  )
}

/** The first point is the backlog before the period, which its change is counted from; each opens the findings that it counts. */
function backlogSeries({ from, types, intervals }: OverviewAnswer, links: ListLinks): ChartSeries[] {
  const before = dayBefore({ from })
  return productLabels.map(([type, name]) => {
    const { open, change } = types[type]
    const points = [
      { at: before, value: open - change },
      ...intervals.map((interval) => ({ at: interval.until, value: interval.types[type].backlog })),
    ]
    return {
      name,
      tone: typeTones[type],
      points: points.map(({ at, value }, index) => ({
        ...{ at, value },
        href:
          index === intervals.length
            ? links.open(type)
            : links.standing(type, 'open', { days: { from: at, until: at } }),
      })),
    }
  })
}

function flowSeries(
  { intervals }: OverviewAnswer,
  links: ListLinks,
  type: FindingType,
  kinds: readonly (readonly [FlowKind, ChartTone])[],
): ChartSeries[] {
  return kinds.map(([kind, tone]) => ({
    name: labels.flows.kinds[kind],
    tone,
    points: intervals.map((interval) => ({
      at: interval.until,
      value: interval.types[type].flows[kind],
      href: links.flow(type, [kind], interval),
    })),
  }))
}
