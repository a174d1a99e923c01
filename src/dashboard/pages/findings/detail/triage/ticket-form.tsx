import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { explain } from '#api/http/errors.ts'
import { ticketOptions } from '#api/ticket.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Field } from '#ui/form/field.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { announce } from '#ui/live-region.tsx'
import { facts, text } from '../labels.ts'
import { ticketFault, ticketName } from './ticket.ts'

interface TicketFormProps {
  deployment: string
  /** Several findings get the same ticket. */
  findings: readonly Pick<Finding, 'id' | 'external_ticket'>[]
  onDone: () => void
  /** Rendered in a dialog, which has its own frame and handles Escape. */
  isInline?: boolean
}

interface Ticket {
  url: string
  externalSlug: string
}

/** Links findings to a ticket, or removes the link if it is null. */
function useLinkTicket({ deployment, findings, onDone }: TicketFormProps) {
  const { mutateAsync } = useMutation(ticketOptions(deployment))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (ticket: Ticket | null) => {
      // The service links one finding at a time; after a failure all of them can be retried.
      for (const { id } of findings) await mutateAsync({ id, ticket })
    },
  })
  const link = (ticket: Ticket | null) =>
    mutate(ticket, {
      onSuccess: () => {
        announce(ticket ? text.ticketLinked : text.ticketRemoved)
        onDone()
      },
    })
  return { link, isPending, error }
}

/** Links a ticket by its URL, or removes the link. */
export function TicketForm(props: TicketFormProps) {
  const { findings, onDone, isInline = false } = props
  const present = findings.length === 1 ? findings[0]?.external_ticket : undefined
  const [address, setAddress] = useState(present?.url ?? '')
  const [name, setName] = useState(present?.externalSlug ?? '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { link, isPending, error } = useLinkTicket(props)
  const fault = ticketFault(address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (fault || isPending) return
    link({ url: address.trim(), externalSlug: name.trim() || ticketName(address) || facts.ticket })
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (isInline || event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
      className={classes(
        'space-y-3',
        !isInline && 'mb-3 rounded border border-line bg-surface-2 px-3 py-2.5',
      )}
    >
      <Field label={text.ticketUrl} error={isSubmitted ? fault : undefined} required>
        <TextInput
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://…"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      <Field label={text.ticketName}>
        <TextInput
          autoComplete="off"
          maxLength={100}
          placeholder={ticketName(address) || text.ticketSample}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      {error && <LinkFailure error={error} />}
      <TicketButtons
        isPending={isPending}
        onCancel={onDone}
        onRemove={present ? () => link(null) : undefined}
      />
    </form>
  )
}

function LinkFailure({ error }: { error: Error }) {
  const { title, detail } = explain(error)
  return (
    <p role="alert" className="text-danger">
      {title}: {detail}
    </p>
  )
}

interface TicketButtonsProps {
  isPending: boolean
  onCancel: () => void
  /** Undefined if no ticket is linked. */
  onRemove: (() => void) | undefined
}

function TicketButtons({ isPending, onCancel, onRemove }: TicketButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" loading={isPending}>
        {text.linkTicket}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {text.cancel}
      </Button>
      {onRemove && (
        <Button variant="quiet" icon="trash" className="ml-auto" onClick={onRemove}>
          {text.removeTicket}
        </Button>
      )}
    </div>
  )
}
