import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import type { ChangedMode } from './event-summary.ts'
import { labels, moreRules } from './labels.ts'

interface EventRulesProps {
  deployment: string
  changes: readonly ChangedMode[]
  /** How many rules the event changed, of which it lists the first. */
  count: number
}

/** The rules whose modes an event changed, each with its mode before and after. */
export function EventRules({ deployment, changes, count }: EventRulesProps) {
  const others = count - changes.length
  return (
    <section aria-label={labels.rules} className="max-w-240">
      <ul className="divide-y divide-line rounded border border-line bg-surface-0">
        {changes.map(({ rulePath, change }) => (
          <li key={rulePath} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <Link
              to={settingsPaths.rule(deployment, rulePath)}
              className="min-w-0 flex-1 underline decoration-line underline-offset-2 wrap-anywhere hover:decoration-current"
            >
              <bdi>{rulePath}</bdi>
            </Link>
            <span className="text-2">{change}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="mt-1.5 text-3">{moreRules(others)}</p>}
    </section>
  )
}
