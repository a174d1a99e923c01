import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { explain } from '#api/http/errors.ts'
import { mayIn, meOptions } from '#api/me.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { ticketUrl } from '#features/ticket/template.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'
import { TicketForm } from '../detail/triage/ticket-form.tsx'
import { ticketFacts } from './facts.ts'
import { labels } from './labels.ts'
import { closeTicket, type TicketRequest } from './open-ticket.ts'
import { TemplateDialog } from './template-dialog.tsx'

/** More findings than this are not linked individually. */
const mostLinked = 100

/** Opens the tracker once per request, as soon as its URL is known, and returns whether it opened. */
function useOpenTracker(request: TicketRequest, address: string | undefined): boolean {
  const opened = useRef<TicketRequest>(undefined)
  const [startedRequest, setStartedRequest] = useState<TicketRequest>()

  useEffect(() => {
    if (!address || opened.current === request) return
    opened.current = request
    window.open(address, '_blank', 'noopener,noreferrer')
    setStartedRequest(request)
  }, [address, request])
  return startedRequest === request
}

/** Opens the tracker in a new tab as soon as the template is known, then asks for the created ticket. */
export function TicketFlow({ request }: { request: TicketRequest }) {
  const { deployment, type, findings } = request
  const settings = useQuery(settingsOptions(deployment))
  const { data: me } = useQuery(meOptions())
  const template = settings.data?.ticketUrlTemplate
  const address = template
    ? ticketUrl(template, ticketFacts(deployment, type, findings, location.href))
    : undefined
  const isStarted = useOpenTracker(request, address)
  const allowed = mayIn(me, deployment, 'findings:triage')
  useEffect(() => {
    if (!isStarted || allowed || !me) return
    toast({ title: labels.openElsewhere })
    closeTicket()
  }, [isStarted, allowed, me])

  if (settings.error && explain(settings.error).kind !== 'unbuilt') {
    return (
      <Dialog open onClose={closeTicket} title={labels.title} size="small">
        <ErrorPanel
          error={settings.error}
          title={labels.failed}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      </Dialog>
    )
  }
  if (!settings.data && !settings.error) return null
  if (!address) {
    return (
      <TemplateDialog
        deployment={deployment}
        template={template ?? ''}
        administrator={mayIn(me, deployment, 'admin')}
        unbuilt={settings.error !== null}
        onClose={closeTicket}
      />
    )
  }
  if (!isStarted || !allowed) return null
  return (
    <Dialog
      open
      keepOpen
      onClose={closeTicket}
      title={labels.link}
      description={labels.linkDetail(findings.length)}
    >
      {findings.length <= mostLinked ? (
        <TicketForm deployment={deployment} findings={findings} onDone={closeTicket} isInline />
      ) : (
        <p className="text-2">{labels.tooMany(mostLinked)}</p>
      )}
    </Dialog>
  )
}
