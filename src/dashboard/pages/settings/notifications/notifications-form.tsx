import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type NotificationsChoice, setNotificationsOptions } from '#api/notifications.ts'
import type { Notifications } from '#contract/responses/notifications.ts'
import { mailTimings, personalEvents } from '#contract/webhook-vocabulary.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { RadioGroup } from '#ui/form/radio-group.tsx'
import { useFocusFault } from '#ui/form/use-focus-fault.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { toast } from '#ui/toast/toast.ts'
import { RequestError } from '../request-error.tsx'
import { notificationLabels as labels, personalEventLabels, timingOptions } from './labels.ts'

/** The choice as the service has it; what this version does not know is left out. */
const choiceOf = ({ timing, events }: Notifications): NotificationsChoice => ({
  timing: mailTimings.find((one) => one === timing) ?? 'daily',
  events: personalEvents.filter((one) => events.includes(one)),
})

interface NotificationsFormProps {
  deployment: string
  saved: Notifications
}

/** When a person is sent e-mails, and what about. */
export function NotificationsForm({ deployment, saved }: NotificationsFormProps) {
  const [edited, setEdited] = useState<NotificationsChoice>()
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useMutation(setNotificationsOptions(deployment))
  const before = choiceOf(saved)
  const choice = edited ?? before
  const isFaulty = choice.timing !== 'off' && choice.events.length === 0
  const isChanged = JSON.stringify(choice) !== JSON.stringify(before)
  useFocusFault(form, attempt, isFaulty)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((times) => times + 1)
    if (isPending || isFaulty) return
    mutate(choice, {
      onSuccess: () => {
        setEdited(undefined)
        setAttempt(0)
        toast({ title: labels.saved, tone: 'ok', slot: 'settings' })
      },
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <RadioGroup
        legend={labels.timing}
        value={choice.timing}
        options={timingOptions}
        onChange={(timing) => setEdited({ ...choice, timing })}
      />
      {choice.timing !== 'off' && (
        <EventFields
          choices={saved.choices}
          choice={choice}
          isFaulty={attempt > 0 && isFaulty}
          onChange={setEdited}
        />
      )}
      <RequestError error={error} />
      <div className="flex justify-end border-t border-line pt-3">
        <Button
          type="submit"
          variant="primary"
          loading={isPending}
          disabledReason={isChanged ? undefined : labels.unchanged}
        >
          {labels.save}
        </Button>
      </div>
    </form>
  )
}

interface EventFieldsProps {
  choices: Notifications['choices']
  choice: NotificationsChoice
  isFaulty: boolean
  onChange: (choice: NotificationsChoice) => void
}

function EventFields({ choices, choice, isFaulty, onChange }: EventFieldsProps) {
  const faultId = useId()
  const shown = personalEvents.filter((one) => choices.includes(one))
  return (
    <fieldset aria-describedby={isFaulty ? faultId : undefined} className="min-w-0">
      <legend className="mb-1 font-medium">{labels.events}</legend>
      {shown.map((event) => (
        <Checkbox
          key={event}
          label={personalEventLabels[event]}
          checked={choice.events.includes(event)}
          aria-invalid={isFaulty || undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              ...choice,
              events: shown.filter((one) => (one === event ? checked : choice.events.includes(one))),
            })
          }
        />
      ))}
      {isFaulty && (
        <p id={faultId} role="alert" className="mt-1 flex items-start gap-1.5 text-danger">
          <Icon name="error" className="mt-0.5" />
          {labels.eventsFault}
        </p>
      )}
    </fieldset>
  )
}
