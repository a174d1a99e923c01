import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { historyWords, newestFirst, undoableChange } from './history-words.ts'
import { Section } from './section.tsx'
import type { Shown } from './shown.ts'

const atFirst = 20

interface HistorySectionProps {
  finding: Shown
  /** Who is signed in, to know which decisions are theirs. */
  person: string | undefined
  onUndo: ((changeId: string) => void) | undefined
  now: Date
}

/** Who did what and when, newest first. The person's own newest decision can be taken back here for a day. */
export function HistorySection({ finding, person, onUndo, now }: HistorySectionProps) {
  const [all, setAll] = useState(false)
  const history = newestFirst(finding.history)
  const undoable = undoableChange(history, person, now)
  const shown = all ? history : history.slice(0, atFirst)
  if (history.length === 0) {
    return (
      <Section title="History">
        <p className="text-2">Nothing is recorded.</p>
      </Section>
    )
  }
  return (
    <Section title="History">
      <ol className="space-y-2">
        {shown.map((entry, index) => (
          <li
            key={`${entry.at} ${entry.what} ${index}`}
            className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3"
          >
            <span className="text-3">
              <Time value={entry.at} now={now} />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {historyWords(entry)}
              {entry.change_id && entry.change_id === undoable && onUndo && entry.what !== 'undone' && (
                <Button
                  size="small"
                  variant="quiet"
                  icon="undo"
                  className="-my-0.5 ml-1"
                  onClick={() => entry.change_id && onUndo(entry.change_id)}
                >
                  Undo
                </Button>
              )}
              {entry.note && entry.what !== 'undone' && (
                <span className="mt-0.5 block border-l-2 border-line pl-2 whitespace-pre-wrap text-2">
                  {entry.note}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {shown.length < history.length && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setAll(true)}>
          Show all {formatNumber(history.length)}
        </Button>
      )}
    </Section>
  )
}
