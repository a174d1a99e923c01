import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { trendOptions } from '#api/projects/trend.ts'
import type { TrendAnswer } from '#contract/responses/findings.ts'
import { Panel, QueryContent } from '#features/panel.tsx'
import { openFilter, openList, productLabels } from '#features/project-findings.ts'
import type { ChartSeries, ChartTone } from '#ui/chart/chart-model.ts'
import { LineChart } from '#ui/chart/line-chart.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { labels } from '../labels.ts'

const days = 90

const { measures } = labels.trend
type Measure = keyof typeof measures

const isMeasure = (value: string): value is Measure => Object.hasOwn(measures, value)
const tones = { sast: 'accent', sca: 'violet', secrets: 'neutral' } as const satisfies Record<
  string,
  ChartTone
>

interface TrendSectionProps {
  deployment: string
  project: string
}

/** The open findings of a project per day over 90 days, with one line per product. */
export function TrendSection({ deployment, project }: TrendSectionProps) {
  const [measure, setMeasure] = useState<Measure>('open')
  const query = useQueries({
    queries: productLabels.map(([type]) =>
      trendOptions(deployment, {
        ...openFilter(type, project),
        status: undefined,
        issue_type: type,
        days,
      }),
    ),
    combine: (answers) => {
      const data = answers.flatMap((answer) => (answer.data ? [answer.data] : []))
      return {
        // A chart of only some products would look complete.
        data: data.length === answers.length ? data : undefined,
        error: answers.find(({ error }) => error !== null)?.error ?? null,
        isFetching: answers.some(({ isFetching }) => isFetching),
        refetch: () => {
          for (const answer of answers) if (answer.error) void answer.refetch()
        },
      }
    },
  })
  return (
    <Panel
      title={labels.trend.title}
      end={
        <NativeSelect
          aria-label={labels.trend.measure}
          value={measure}
          onChange={({ target }) => isMeasure(target.value) && setMeasure(target.value)}
        >
          {Object.entries(measures).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </NativeSelect>
      }
    >
      <div className="min-h-62">
        <QueryContent query={query} failed={labels.trend.failed} skeletonLines={7}>
          {(answers) => (
            <TrendChart deployment={deployment} project={project} measure={measure} answers={answers} />
          )}
        </QueryContent>
      </div>
    </Panel>
  )
}

interface TrendChartProps extends TrendSectionProps {
  measure: Measure
  /** The responses, one per product. */
  answers: readonly TrendAnswer['days'][]
}

function TrendChart({ deployment, project, measure, answers }: TrendChartProps) {
  const navigate = useNavigate()
  const series = useMemo(
    () =>
      productLabels.map(([type, name], at): ChartSeries => {
        const known = answers[at] ?? []
        return {
          name,
          tone: tones[type],
          points: known.map((day, index) => ({
            at: day.day,
            value: day[measure],
            // Only today's open findings are available as a list; past ones are only in the history.
            href:
              measure === 'open' && index === known.length - 1
                ? openList(deployment, type, project)
                : undefined,
          })),
        }
      }),
    [answers, measure, deployment, project],
  )
  return (
    <>
      <LineChart
        label={labels.trend.chart(measures[measure], days)}
        series={series}
        onFollow={(href) => void navigate(href)}
      />
      <p className="text-xs text-2">{labels.trend.note}</p>
    </>
  )
}
