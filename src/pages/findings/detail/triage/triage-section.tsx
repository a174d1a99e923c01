import { useState } from 'react'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { Time } from '#ui/text/time.tsx'
import { WebLink } from '#ui/text/web-link.tsx'
import { requestTicket } from '../../ticket/open-ticket.ts'
import type { DetailFinding } from '../detail-finding.ts'
import { facts, findingsTogether, reviewComments, sections, text } from '../labels.ts'
import { Fact, Facts, Section } from '../section.tsx'
import { TicketForm } from './ticket-form.tsx'

interface TriageSectionProps {
  finding: DetailFinding
  deployment: string
  type: PageType
  /** Why this person may not link a ticket. */
  disabledReason: string | undefined
  now: Date
}

/** What is being done about it elsewhere: the ticket, fix pull requests, attempts that failed, review comments. */
export function TriageSection({ finding, deployment, type, disabledReason, now }: TriageSectionProps) {
  const [linking, setLinking] = useState(false)
  const ticket = finding.external_ticket
  const requests = finding.click_to_fix_prs ?? []
  const failures = finding.click_to_fix_failures ?? []
  const comments = finding.review_comments ?? []
  const hasTicket = ticket && (ticket.url || ticket.externalSlug || ticket.id !== undefined)
  const nothing = !hasTicket && requests.length + failures.length + comments.length === 0
  return (
    <Section
      title={sections.tracking}
      end={
        !linking && (
          <>
            {!hasTicket && (
              <Button
                size="small"
                variant="quiet"
                icon="ticket"
                onClick={() => requestTicket(deployment, type, [finding])}
              >
                {text.createTicket} <Kbd className="max-sm:hidden">T</Kbd>
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              icon={hasTicket ? 'ticket' : 'link'}
              disabledReason={disabledReason}
              onClick={() => setLinking(true)}
            >
              {hasTicket ? text.changeTicket : text.linkTicket}
            </Button>
          </>
        )
      }
    >
      {linking && (
        <TicketForm deployment={deployment} findings={[finding]} onDone={() => setLinking(false)} />
      )}
      {nothing && !linking && <p className="text-2">{text.noTracking}</p>}
      <Facts>
        {hasTicket && (
          <Fact name={facts.ticket}>
            <WebLink href={ticket.url}>
              {ticket.externalSlug || ticket.url || `${facts.ticket} ${ticket.id}`}
            </WebLink>
            {(ticket.linkedIssueIds?.length ?? 0) > 1 && (
              <span className="block text-2">{findingsTogether(ticket.linkedIssueIds?.length ?? 0)}</span>
            )}
          </Fact>
        )}
        {requests.length > 0 && (
          <Fact name={facts.fix}>
            <ul className="space-y-1">
              {requests.map((request, index) => (
                <li key={`${request.url} ${index}`} className="flex flex-wrap items-center gap-x-2">
                  <WebLink href={request.url}>{pullRequestText(request.url)}</WebLink>
                  {request.state && (
                    <Tag tone={request.state === 'merged' ? 'ok' : 'plain'}>{request.state}</Tag>
                  )}
                  {request.created_at && (
                    <span className="text-2">
                      <Time value={request.created_at} now={now} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {failures.length > 0 && (
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
        )}
        {comments.length > 0 && (
          <Fact name={facts.review}>
            {reviewComments(comments.length)}
            <span className="block font-mono text-xs leading-5 text-2">
              {comments
                .slice(0, 20)
                .map(({ externalDiscussionId, externalNoteId }) =>
                  [externalDiscussionId, externalNoteId]
                    .filter((id) => id !== null && id !== undefined)
                    .join('/'),
                )
                .filter(Boolean)
                .join(', ')}
            </span>
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

/** `https://host/org/repo/pull/12` → `Pull request 12`; any other address as it stands. */
function pullRequestText(url: string | null | undefined): string {
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d+)/.exec(url ?? '')?.[1]
  return number ? `${text.pullRequest} ${number}` : url || text.pullRequest
}
