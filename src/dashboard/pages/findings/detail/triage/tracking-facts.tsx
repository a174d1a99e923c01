import { Tag } from '#ui/tag.tsx'
import { Time } from '#ui/text/time.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import type { DetailFinding } from '../detail-finding.ts'
import { facts, findingsTogether, reviewComments, text } from '../labels.ts'
import { Fact } from '../section.tsx'

type Ticket = NonNullable<DetailFinding['external_ticket']>
type FixRequest = NonNullable<DetailFinding['click_to_fix_prs']>[number]
type FixFailure = NonNullable<DetailFinding['click_to_fix_failures']>[number]
type ReviewComment = NonNullable<DetailFinding['review_comments']>[number]

const mostComments = 20

export function TicketFact({ ticket }: { ticket: Ticket }) {
  const together = ticket.linkedIssueIds?.length ?? 0
  return (
    <Fact name={facts.ticket}>
      <WebLink href={ticket.url}>
        {ticket.externalSlug || ticket.url || `${facts.ticket} ${ticket.id}`}
      </WebLink>
      {together > 1 && <span className="block text-2">{findingsTogether(together)}</span>}
    </Fact>
  )
}

/** The pull requests that fix it. */
export function FixRequests({ requests, now }: { requests: readonly FixRequest[]; now: Date }) {
  return (
    <Fact name={facts.fix}>
      <ul className="space-y-1">
        {requests.map((request, index) => (
          <li key={`${request.url} ${index}`} className="flex flex-wrap items-center gap-x-2">
            <WebLink href={request.url}>{pullRequestText(request.url)}</WebLink>
            {request.state && <Tag tone={request.state === 'merged' ? 'ok' : 'plain'}>{request.state}</Tag>}
            {request.created_at && (
              <span className="text-2">
                <Time value={request.created_at} now={now} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

/** The failed fix attempts. */
export function FailedFixes({ failures, now }: { failures: readonly FixFailure[]; now: Date }) {
  return (
    <Fact name={facts.failedFixes}>
      <ul className="space-y-1">
        {failures.map((failure, index) => (
          <li key={`${failure.created_at} ${index}`}>
            {failure.reason || text.noReason}
            {failure.created_at && (
              <span className="block text-2">
                <Time value={failure.created_at} now={now} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

export function ReviewComments({ comments }: { comments: readonly ReviewComment[] }) {
  return (
    <Fact name={facts.review}>
      {reviewComments(comments.length)}
      <span className="block font-mono text-xs leading-5 text-2">
        {comments
          .slice(0, mostComments)
          .map(({ externalDiscussionId, externalNoteId }) =>
            [externalDiscussionId, externalNoteId].filter((id) => id !== null && id !== undefined).join('/'),
          )
          .filter(Boolean)
          .join(', ')}
      </span>
    </Fact>
  )
}

/** `https://host/org/repo/pull/12` → `Pull request 12`; other URLs are returned unchanged. */
function pullRequestText(url: string | null | undefined): string {
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d+)/.exec(url ?? '')?.[1]
  return number ? `${text.pullRequest} ${number}` : url || text.pullRequest
}
