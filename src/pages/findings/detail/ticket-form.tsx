import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { explain } from '#api/errors.ts'
import { ticketOptions } from '#api/ticket.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { announce } from '#ui/live-region.tsx'
import { TextInput } from '#ui/text-input.tsx'
import type { Shown } from './shown.ts'
import { ticketFault, ticketName } from './ticket.ts'

interface TicketFormProps {
  deployment: string
  finding: Shown
  onDone: () => void
}

/** Links a ticket by its address, or takes the link away. */
export function TicketForm({ deployment, finding, onDone }: TicketFormProps) {
  const present = finding.external_ticket
  const [address, setAddress] = useState(present?.url ?? '')
  const [name, setName] = useState(present?.externalSlug ?? '')
  const [asked, setAsked] = useState(false)
  const { mutate, isPending, error } = useMutation(ticketOptions(deployment))
  const fault = ticketFault(address)
  const slug = name.trim() || ticketName(address)

  const save = (ticket: { url: string; externalSlug: string } | null) =>
    mutate(
      { id: finding.id, ticket },
      {
        onSuccess: () => {
          announce(ticket ? 'Ticket linked' : 'Ticket link removed')
          onDone()
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!fault && !isPending) save({ url: address.trim(), externalSlug: slug || 'Ticket' })
  }

  const refused = error ? explain(error) : undefined
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onDone()
      }}
      className="mb-3 space-y-3 rounded border border-line bg-surface-2 px-3 py-2.5"
    >
      <Field label="Address of the ticket" error={asked ? fault : undefined} required>
        <TextInput
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://…"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </Field>
      <Field label="Shown as">
        <TextInput
          autoComplete="off"
          maxLength={100}
          placeholder={ticketName(address) || 'PLAT-2061'}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      {refused && (
        <p role="alert" className="text-danger">
          {refused.title}: {refused.detail}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isPending}>
          Link ticket
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        {present && (
          <Button variant="quiet" icon="trash" className="ml-auto" onClick={() => save(null)}>
            Remove link
          </Button>
        )}
      </div>
    </form>
  )
}
