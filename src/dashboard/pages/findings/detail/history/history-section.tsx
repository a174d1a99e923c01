import { useState } from 'react'
import { Link } from '#features/link.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import { Time } from '#ui/text/time.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { scanName, sections, showAll, text } from '../labels.ts'
import { Section } from '../section.tsx'
import type { Triaging } from '../triage/use-triage.ts'
import { historyText, isUndo, matchOf, newestFirst, undoableChange } from './history-labels.ts'
import { UndoMatch } from './undo-match.tsx'

const atFirst = 20

/** Notes of these kinds are generated and are shown as labels. */
const notesOfOurs = new Set(['undone', 'assigned', 'moved', 'uncertain', 'confirmed', 'separated'])

interface HistorySectionProps {
  finding: DetailFinding
  deployment: string
  triaging: Triaging
  now: Date
}

/** The history, newest first. The person can undo their own newest triage for a day. */
export function HistorySection({ finding, deployment, triaging, now }: HistorySectionProps) {
  const [all, setAll] = useState(false)
  const history = newestFirst(finding.history)
  const undoable = undoableChange(history, triaging.person, now)
  const shown = all ? history : history.slice(0, atFirst)
  return (
    <Section title={sections.history}>
      {history.length === 0 && <p className="text-2">{text.noHistory}</p>}
      <ol className="space-y-2">
        {shown.map((entry, index) => (
          <HistoryItem
            key={`${entry.at} ${entry.what} ${index}`}
            {...{ finding, deployment, triaging, now, entry }}
            isUndoable={Boolean(entry.change_id) && entry.change_id === undoable}
          />
        ))}
      </ol>
      {shown.length < history.length && (
        <Button variant="quiet" size="small" className="mt-2" onClick={() => setAll(true)}>
          {showAll(history.length)}
        </Button>
      )}
    </Section>
  )
}

interface HistoryItemProps extends HistorySectionProps {
  entry: DetailFinding['history'][number]
  /** It is the person's own newest triage. */
  isUndoable: boolean
}

/** One entry: time, actor, action, scan and note. */
function HistoryItem({ finding, deployment, triaging, now, entry, isUndoable }: HistoryItemProps) {
  return (
    <li className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-x-3">
      <span className="text-3">
        <Time value={entry.at} now={now} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <Sentence text={historyText(entry, finding.matches)} />
        {entry.scan_id && (
          <>
            {' · '}
            <Link
              to={settingsPaths.scan(deployment, entry.scan_id)}
              className="text-accent underline underline-offset-2"
            >
              {scanName(entry.scan_id)}
            </Link>
          </>
        )}
        {isUndoable && !triaging.disabledReason && !isUndo(entry) && (
          <Button
            size="small"
            variant="quiet"
            icon="undo"
            className="-my-0.5 ml-1"
            onClick={() => triaging.undo(entry.change_id ?? undefined)}
          >
            {text.undo}
          </Button>
        )}
        <UndoMatch match={matchOf(entry, finding.matches)} triaging={triaging} />
        {entry.note && !notesOfOurs.has(entry.what) && (
          <span className="mt-0.5 block border-l-2 border-line pl-2 whitespace-pre-wrap text-2">
            <bdi>{entry.note}</bdi>
          </span>
        )}
      </span>
    </li>
  )
}
