import { Link } from '#features/link.tsx'
import { andMore } from './labels.ts'
import type { EventPart } from './parts-of-event.ts'

interface EventPartsProps {
  label: string
  parts: readonly EventPart[]
  /** How many the event changed, of which it lists the first. */
  count: number
  /** The page that has the others. */
  rest: string | undefined
}

/** What an event changed, each with what changed of it. */
export function EventParts({ label, parts, count, rest }: EventPartsProps) {
  const others = count - parts.length
  return (
    <section aria-label={label} className="max-w-240">
      <ul className="divide-y divide-line rounded border border-line bg-surface-0">
        {parts.map(({ text, to, change }) => (
          <li key={`${text} ${change}`} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            {to === undefined ? (
              <bdi className="min-w-0 flex-1 wrap-anywhere">{text}</bdi>
            ) : (
              <Link
                to={to}
                className="min-w-0 flex-1 underline decoration-line underline-offset-2 wrap-anywhere hover:decoration-current"
              >
                <bdi>{text}</bdi>
              </Link>
            )}
            <span className="text-2 wrap-anywhere">{change}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-1.5 text-3">
          {rest === undefined ? (
            andMore(others)
          ) : (
            <Link to={rest} className="underline underline-offset-2">
              {andMore(others)}
            </Link>
          )}
        </p>
      )}
    </section>
  )
}
