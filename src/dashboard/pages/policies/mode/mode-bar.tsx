import { Link } from '#features/link.tsx'
import { modeLabel } from '#features/policies/names.ts'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { classes } from '#ui/classes.ts'
import { modeFill, modesIn } from './modes.ts'

interface ModeBarProps {
  deployment: string
  policyId: string
  /** The number of rules in each mode. */
  counts: Readonly<Record<string, number>>
}

/**
 * The number of rules in each mode, as a bar. Its segments have the same links as the numbers next to it, which are the
 * accessible ones.
 */
export function ModeBar({ deployment, policyId, counts }: ModeBarProps) {
  return (
    <span className="flex h-3 gap-0.5" aria-hidden>
      {modesIn(counts).map((mode) => {
        const count = counts[mode] ?? 0
        if (count === 0) return null
        return (
          <Link
            key={mode}
            to={settingsPaths.policy(deployment, policyId, { mode })}
            tabIndex={-1}
            title={`${modeLabel(mode)}: ${formatNumber(count)}`}
            style={{ flexGrow: count }}
            className={classes(
              'h-full min-w-1.5 rounded-sm hover:opacity-80 forced-colors:border forced-colors:border-current',
              modeFill(mode),
            )}
          />
        )
      })}
    </span>
  )
}
