import { useState } from 'react'
import type { PageType } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { requestTicket } from '../../ticket/open-ticket.ts'
import type { DetailFinding } from '../detail-finding.ts'
import { sections, text } from '../labels.ts'
import { Facts, Section } from '../section.tsx'
import { OwnerFact } from './owner-fact.tsx'
import { TicketForm } from './ticket-form.tsx'
import { FailedFixes, FixRequests, ReviewComments, TicketFact } from './tracking-facts.tsx'
import type { Triaging } from './use-triage.ts'

interface TriageSectionProps {
  finding: DetailFinding
  deployment: string
  type: PageType
  triaging: Triaging
  now: Date
}

/** Who deals with it, and progress in other tools: the ticket, fix pull requests, failed attempts, review comments. */
export function TriageSection({ finding, deployment, type, triaging, now }: TriageSectionProps) {
  const { disabledReason } = triaging
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
      <Facts>
        <OwnerFact {...{ finding, deployment, triaging }} />
        {hasTicket && <TicketFact ticket={ticket} />}
        {requests.length > 0 && <FixRequests requests={requests} now={now} />}
        {failures.length > 0 && <FailedFixes failures={failures} now={now} />}
        {comments.length > 0 && <ReviewComments comments={comments} />}
      </Facts>
      {nothing && !linking && <p className="pt-1.5 text-2">{text.noTracking}</p>}
    </Section>
  )
}
