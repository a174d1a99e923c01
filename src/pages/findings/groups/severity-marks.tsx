import { severities } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/format.ts'
import { SeverityMark, severityWord } from '#parts/severity.tsx'
import { classes } from '#ui/classes.ts'

/** How many of each severity, as shape and number; each level has its own place, so that a column of them compares. */
export function SeverityMarks({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <span className="flex shrink-0">
      {severities.map((level) => {
        const count = counts[level] ?? 0
        return (
          <span
            key={level}
            className={classes(
              'items-center gap-1 text-xs text-2 sm:inline-flex sm:w-13',
              count === 0 ? 'hidden' : 'inline-flex max-sm:mr-3',
            )}
          >
            {count > 0 && (
              <>
                <SeverityMark value={level} />
                {formatNumber(count)}
                <span className="sr-only"> {severityWord(level).toLowerCase()} </span>
              </>
            )}
          </span>
        )
      })}
    </span>
  )
}
