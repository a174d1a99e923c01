import { useQuery } from '@tanstack/react-query'
import { activityOptions } from '#api/overview.ts'
import type { ActivityAnswer } from '#contract/responses/overview.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { Time } from '#ui/text/time.tsx'
import { thingOf, verbOf } from './activity-text.ts'
import { labels } from './details-labels.ts'

interface ActivitySectionProps {
  deployment: string
  now: Date
  /** Whether the numbers above are of some projects or owners only. */
  isFiltered: boolean
}

type Entry = ActivityAnswer['entries'][number]

/** What people and pipelines did last, one line for each act. */
export function ActivitySection({ deployment, now, isFiltered }: ActivitySectionProps) {
  const query = useQuery(activityOptions(deployment))
  return (
    <Panel title={labels.activity.title}>
      <QueryContent query={query} failed={labels.activity.failed} skeletonLines={5}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="text-3">{labels.activity.none}</p>
          ) : (
            <ul>
              {entries.map((entry) => (
                <ActivityLine key={entry.id} {...{ deployment, entry, now }} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {isFiltered && <p className="pt-2 text-xs text-3">{labels.activity.everything}</p>}
    </Panel>
  )
}

function ActivityLine({ deployment, entry, now }: { deployment: string; entry: Entry; now: Date }) {
  const { text, to, after } = thingOf(deployment, entry)
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line py-1.5 print:nth-[n+7]:hidden">
      <span className="min-w-0 wrap-anywhere text-2">
        <span className="font-medium text-1">
          <bdi>{entry.kind === 'verdict' ? labels.activity.gate : entry.who}</bdi>
        </span>{' '}
        {entry.kind !== 'verdict' && `${verbOf(entry)} `}
        {to === undefined ? (
          <bdi>{text}</bdi>
        ) : (
          <Link to={to} className="text-accent underline underline-offset-2">
            <bdi>{text}</bdi>
          </Link>
        )}{' '}
        {after}
      </span>
      <Time value={entry.at} now={now} form="short" what={labels.activity.done} />
    </li>
  )
}
