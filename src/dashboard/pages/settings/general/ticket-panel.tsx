import { useQuery } from '@tanstack/react-query'
import { explain } from '#api/http/errors.ts'
import { settingsOptions } from '#api/settings.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { TemplateForm } from '#features/ticket/template-form.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { administratorsOnly } from '../section-props.ts'
import { SettingsPanel } from '../settings-panel.tsx'

interface TicketPanelProps {
  deployment: string
  administrator: boolean
}

/** The URL that "Open a ticket" opens. */
export function TicketPanel({ deployment, administrator }: TicketPanelProps) {
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(deployment))
  const unbuilt = error !== null && explain(error).kind === 'unbuilt'
  return (
    <SettingsPanel
      title={labels.general.tickets}
      description={unbuilt ? labels.general.noTickets : labels.general.ticketsWords}
    >
      {data ? (
        <TemplateForm
          // A value saved by somebody else replaces the one in the form.
          key={data.ticketUrlTemplate}
          deployment={deployment}
          template={data.ticketUrlTemplate ?? ''}
          save={labels.general.save}
          optional
          disabledReason={administrator ? undefined : administratorsOnly}
          onSaved={() => toast({ title: labels.general.ticketSaved, tone: 'ok', slot: 'settings' })}
        />
      ) : error && !unbuilt ? (
        <ErrorPanel
          error={error}
          title={labels.general.ticketsFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-4"
        />
      ) : (
        !unbuilt && <SkeletonLines count={1} />
      )}
    </SettingsPanel>
  )
}
