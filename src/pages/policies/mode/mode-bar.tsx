import { formatNumber } from '#lib/format.ts'
import { placePaths } from '#lib/place-paths.ts'
import { Link } from '#parts/link.tsx'
import { classes } from '#ui/classes.ts'
import { modeLooks, modeWord } from './words.ts'

interface ModeBarProps {
  deployment: string
  policyId: string
  /** How many rules stand in each mode. */
  counts: Readonly<Record<string, number>>
}

const fills: Readonly<Record<string, string>> = {
  MODE_MONITOR: 'bg-control',
  MODE_COMMENT: 'bg-accent-line',
  MODE_BLOCK: 'bg-accent',
  MODE_DISABLED: 'border border-control bg-surface-2',
}

/** The modes that are known, in their order, then those that are not. */
function modesIn(counts: Readonly<Record<string, number>>): string[] {
  const known: string[] = modeLooks.map(({ mode }) => mode)
  return [...known, ...Object.keys(counts).filter((mode) => !known.includes(mode))]
}

/** How many rules stand in each mode: a bar, and under it its parts in words. Each leads to its rules. */
export function ModeBar({ deployment, policyId, counts }: ModeBarProps) {
  const modes = modesIn(counts)
  const to = (mode: string) => placePaths.policy(deployment, policyId, { mode })
  return (
    <div>
      <div className="flex h-3 gap-0.5">
        {modes.map((mode) => {
          const count = counts[mode] ?? 0
          if (count === 0) return null
          // The words below are the same links for everybody else.
          return (
            <Link
              key={mode}
              to={to(mode)}
              aria-hidden
              tabIndex={-1}
              title={`${modeWord(mode)}: ${formatNumber(count)}`}
              style={{ flexGrow: count }}
              className={classes('h-full min-w-1.5 rounded-sm hover:opacity-80', fills[mode] ?? 'bg-line')}
            />
          )
        })}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        {modes.map((mode) => (
          <li key={mode} className="flex items-center gap-1.5">
            <span aria-hidden className={classes('size-2.5 rounded-sm', fills[mode] ?? 'bg-line')} />
            <Link to={to(mode)} className="text-1 underline-offset-2 hover:underline">
              {modeWord(mode)} <span className="font-medium">{formatNumber(counts[mode] ?? 0)}</span>
              <span className="sr-only">{counts[mode] === 1 ? ' rule' : ' rules'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
