import { Fragment } from 'react'
import type { GateVerdictsAnswer } from '#contract/responses/gate.ts'
import { Link } from '#features/link.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import { Time } from '#ui/text/time.tsx'
import { Commit } from './commit.tsx'
import { gateLabels } from './labels.ts'
import { VerdictWord } from './verdict-word.tsx'

type StoredVerdict = GateVerdictsAnswer['verdicts'][number]

/** More of a kind are counted, not listed. */
const maxListed = 3

interface VerdictListProps {
  /** The accessible name of the list. */
  label: string
  deployment: string
  verdicts: readonly StoredVerdict[]
  /** How many there are; undefined if it is unknown. */
  total: number | undefined
  now: Date
  /** Whether all are about one commit, which is then not repeated. */
  isOfOneCommit?: boolean | undefined
  /** Requests the next page; undefined if all are shown. */
  onMore: (() => void) | undefined
  isLoadingMore: boolean
}

/** Stored verdicts, newest first: what each said, about which commit, for whom, when, and its scans. */
export function VerdictList(props: VerdictListProps) {
  const { label, deployment, verdicts, total, now, isOfOneCommit = false, onMore, isLoadingMore } = props
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {verdicts.map((verdict) => (
          <VerdictRow key={verdict.id} {...{ deployment, verdict, now, isOfOneCommit }} />
        ))}
      </ul>
      {total !== undefined && total > verdicts.length && (
        <div className="flex items-center gap-3 pt-2 text-2">
          {onMore && (
            <Button size="small" onClick={onMore} loading={isLoadingMore}>
              {gateLabels.more}
            </Button>
          )}
          <span>{gateLabels.of(verdicts.length, total)}</span>
        </div>
      )}
    </>
  )
}

interface VerdictRowProps {
  deployment: string
  verdict: StoredVerdict
  now: Date
  isOfOneCommit: boolean
}

function VerdictRow({ deployment, verdict, now, isOfOneCommit }: VerdictRowProps) {
  return (
    <li className="grid gap-0.5 py-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <VerdictWord verdict={verdict.verdict} />{' '}
        <span className="min-w-0 text-2">{gateLabels.counts(verdict.counts)}</span>{' '}
        <span className="ml-auto text-2">
          <Time value={verdict.evaluated_at} now={now} />
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-2">
        {!isOfOneCommit && (
          <>
            <span className="sr-only">{gateLabels.commit}</span> <Commit commit={verdict.commit} />{' '}
          </>
        )}
        <span className="min-w-0 wrap-anywhere">
          {gateLabels.on} <bdi>{refLabel(verdict.ref)}</bdi>
        </span>{' '}
        <span className="min-w-0 wrap-anywhere">
          {gateLabels.by} <bdi>{verdict.by}</bdi>
        </span>{' '}
        <ScanLinks deployment={deployment} ids={verdict.scan_ids} />
      </p>
      <Reasons reasons={verdict.reasons} />
    </li>
  )
}

function ScanLinks({ deployment, ids }: { deployment: string; ids: readonly number[] }) {
  return (
    <>
      {ids.slice(0, maxListed).map((id) => (
        <span key={id} className="flex gap-1.5">
          <span aria-hidden>·</span>
          <Link to={settingsPaths.scan(deployment, id)} className="text-accent hover:underline">
            {gateLabels.scan(id)}
          </Link>
        </span>
      ))}
      {ids.length > maxListed && <span>{gateLabels.moreScans(ids.length - maxListed)}</span>}
    </>
  )
}

function Reasons({ reasons }: Pick<StoredVerdict, 'reasons'>) {
  if (reasons.length === 0) return null
  return (
    <p className="text-2 wrap-anywhere">
      {reasons.slice(0, maxListed).map(({ message }) => (
        <Fragment key={message}>
          <Sentence text={message} />{' '}
        </Fragment>
      ))}
      {reasons.length > maxListed && gateLabels.moreReasons(reasons.length - maxListed)}
    </p>
  )
}
