import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'

interface NumberListProps {
  numbers: readonly { word: string; count: number; to: string; label: string }[]
}

/** Named numbers, each a link to its list. */
export function NumberList({ numbers }: NumberListProps) {
  return (
    <ul>
      {numbers.map(({ word, count, to, label }) => (
        <li
          key={word}
          className="flex min-h-8 items-center justify-between gap-4 border-t border-line first:border-t-0"
        >
          {word}
          <Link
            to={to}
            aria-label={label}
            className={`tabular-nums hover:underline ${count === 0 ? 'text-3' : 'font-medium text-accent'}`}
          >
            {formatNumber(count)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
