import type { InboxQuery } from '#api/inbox.ts'
import { inboxReasons } from '#contract/inbox-reasons.ts'
import type { InboxCounts } from '#contract/responses/inbox.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { labels, tabLabels } from './labels.ts'

interface HeadingProps {
  deployment: string
  query: InboxQuery
  counts: InboxCounts | undefined
  done: number
  /** Whether more wait than when the list was read. */
  isOutdated: boolean
  onRefresh: () => void
}

/** The title, what changed since the list was read, and a link to the items of each reason with their number. */
export function Heading({ deployment, query, counts, done, isOutdated, onRefresh }: HeadingProps) {
  const notes = [done > 0 && labels.done(done), isOutdated && labels.more].filter(Boolean)
  return (
    <div className="shrink-0 px-4 pt-3 pb-2 max-sm:px-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-xl font-semibold">{labels.title}</h1>
        {notes.length > 0 && (
          <span className="flex items-center gap-2 text-base text-2">
            {notes.join(' · ')}
            <Button size="small" icon="refresh" onClick={onRefresh}>
              {labels.refresh}
            </Button>
          </span>
        )}
      </div>
      <p className="max-w-240 pt-1 text-base text-2">{labels.about}</p>
      <nav aria-label={labels.show} className="mt-1 -ml-2">
        <ul className="flex flex-wrap">
          {(['all', ...inboxReasons] as const).map((reason) => (
            <li key={reason}>
              <Tab
                to={settingsPaths.inbox(deployment, reason === 'all' ? undefined : { reason })}
                word={tabLabels[reason]}
                count={counts?.[reason]}
                present={(query.reason ?? 'all') === reason}
              />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

interface TabProps {
  to: string
  word: string
  count: number | undefined
  present: boolean
}

function Tab({ to, word, count, present }: TabProps) {
  return (
    <Link
      to={to}
      aria-current={present ? 'page' : undefined}
      className={classes(
        'flex h-9 items-center gap-1.5 border-b-2 px-2 whitespace-nowrap no-underline focus-inset',
        present ? 'border-accent font-semibold text-1' : 'border-transparent text-2 hover:text-1',
      )}
    >
      {word}
      {count !== undefined && (
        <span className="text-xs font-normal text-2 tabular-nums">{formatNumber(count)}</span>
      )}
    </Link>
  )
}
