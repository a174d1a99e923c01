import type { ReactNode } from 'react'
import { labels } from '#features/approvals/labels.ts'
import { Link } from '#features/link.tsx'
import { untilText } from '#features/triage/end-text.ts'
import { reasonLabel } from '#features/triage/row-labels.ts'
import { paths } from '#lib/urls/paths.ts'
import { Time } from '#ui/text/time.tsx'
import type { ApprovalRow } from './columns.tsx'

/** All of a request: the whole note, the end, and the decision. */
export function ApprovalDetail({ row: { approval, deployment, now } }: { row: ApprovalRow }) {
  const end = untilText(approval.ignored_until, approval.ignore_ends)
  const link = 'text-accent underline-offset-2 hover:underline'
  return (
    <div className="grid gap-3 py-1 text-base">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1">
        <Fact word={labels.detail.note}>
          <span className="whitespace-pre-wrap">
            <bdi>{approval.note}</bdi>
          </span>
        </Fact>
        <Fact
          word={labels.detail.ends}
        >{`${reasonLabel(approval.reason)}, ${end || labels.detail.noEnd}`}</Fact>
        {approval.decided_by && (
          <Fact word={labels.detail.decidedBy}>
            <bdi>{approval.decided_by}</bdi>, <Time value={approval.decided_at} now={now} />
          </Fact>
        )}
        {approval.decision_note && (
          <Fact word={labels.detail.why}>
            <span className="whitespace-pre-wrap">
              <bdi>{approval.decision_note}</bdi>
            </span>
          </Fact>
        )}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {approval.finding && (
          <Link to={paths.finding(deployment, approval.issue_type, approval.finding.id)} className={link}>
            {labels.detail.open}
          </Link>
        )}
        {approval.state === 'requested' && approval.count > 1 && (
          <Link
            to={paths.findings(deployment, approval.issue_type, { ignore_requested: 'true' })}
            className={link}
          >
            {labels.detail.all}
          </Link>
        )}
      </p>
    </div>
  )
}

function Fact({ word, children }: { word: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-2">{word}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
