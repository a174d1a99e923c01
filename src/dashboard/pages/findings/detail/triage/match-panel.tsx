import { useState } from 'react'
import { useParams } from 'react-router'
import type { FindingMatch } from '#contract/responses/matches.ts'
import { Link } from '#features/link.tsx'
import { doubtText, otherTriageText } from '#features/triage/match-offers.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import type { PageType } from '#lib/urls/paths.ts'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { Sentence } from '#ui/text/sentence.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { badges, mayBeSame, onBranch, showAll, text } from '../labels.ts'
import type { Triaging } from './use-triage.ts'

const atFirst = 2

interface MatchPanelProps {
  finding: DetailFinding
  offers: readonly FindingMatch[]
  triaging: Triaging
}

/** Triaged findings that may be the same as this one, and the two answers. The keys apply to the first of them. */
export function MatchPanel({ finding, offers, triaging }: MatchPanelProps) {
  const [all, setAll] = useState(false)
  const shown = all ? offers : offers.slice(0, atFirst)
  return (
    <section
      aria-label={badges.uncertain}
      className="mt-2 rounded border border-line border-l-2 border-l-caution bg-surface-2 px-3 py-2"
    >
      <ul className="space-y-2">
        {shown.map((offer, at) => (
          <li key={offer.id}>
            <MatchText finding={finding} offer={offer} offers={offers} />
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Answer {...{ triaging, offer }} same keyName={at === 0 ? 'Y' : undefined} />
              <Answer {...{ triaging, offer }} same={false} keyName={at === 0 ? 'N' : undefined} />
            </div>
          </li>
        ))}
      </ul>
      {offers.length > atFirst && (
        <Button size="small" variant="quiet" className="mt-1" onClick={() => setAll(!all)}>
          {all ? text.showFewer : showAll(offers.length)}
        </Button>
      )}
    </section>
  )
}

interface AnswerProps {
  triaging: Triaging
  offer: FindingMatch
  same: boolean
  keyName: string | undefined
}

function Answer({ triaging, offer, same, keyName }: AnswerProps) {
  return (
    <Button
      size="small"
      disabledReason={triaging.disabledReason}
      loading={triaging.resolving === offer.id}
      onClick={() => triaging.resolve(offer, same)}
    >
      {same ? text.same : text.different}
      {keyName && <Kbd className="-mr-1 max-sm:hidden">{keyName}</Kbd>}
    </Button>
  )
}

interface MatchTextProps {
  finding: DetailFinding
  offer: FindingMatch
  offers: readonly FindingMatch[]
}

function MatchText({ finding, offer, offers }: MatchTextProps) {
  const { deployment = '' } = useParams()
  const { other, basis } = offer
  if (!other) return null
  const location = other.path && (other.line === null ? other.path : `${other.path}:${other.line}`)
  const identical = offers.filter((one) => one.basis === 'identical').length
  const isElsewhere = other.ref !== '' && other.ref !== finding.ref
  const type: PageType = finding.issue_type
  return (
    <>
      <p className="wrap-anywhere">
        {mayBeSame}{' '}
        <Link
          to={paths.finding(deployment, type, other.id)}
          className="text-accent underline underline-offset-2"
        >
          #{other.id}
        </Link>
        {location && (
          <>
            {' ('}
            <bdi className="font-mono text-xs">{location}</bdi>
            {isElsewhere && (
              <>
                {onBranch}
                <bdi>{refLabel(other.ref)}</bdi>
              </>
            )}
            )
          </>
        )}
        , <Sentence text={otherTriageText(other)} />
        {other.note ? ':' : '.'}
      </p>
      {other.note && (
        <p
          title={other.note.length > 200 ? other.note : undefined}
          className="line-clamp-3 border-l-2 border-line pl-2 whitespace-pre-wrap text-2 wrap-anywhere"
        >
          <bdi>{other.note}</bdi>
        </p>
      )}
      <p className="text-2">{doubtText(basis, other, identical)}</p>
    </>
  )
}
