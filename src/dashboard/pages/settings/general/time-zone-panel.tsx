import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { updateSettingsOptions } from '#api/settings.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { toast } from '#ui/toast/toast.ts'
import { labels } from '../labels.ts'
import { RequestError } from '../request-error.tsx'
import { administratorsOnly } from '../section-props.ts'
import { SettingPanel } from '../setting-panel.tsx'

interface TimeZonePanelProps {
  deployment: string
  administrator: boolean
}

/** The time zone whose days charts count. */
export function TimeZonePanel({ deployment, administrator }: TimeZonePanelProps) {
  return (
    <SettingPanel
      deployment={deployment}
      read={({ timeZone }) => timeZone || undefined}
      title={labels.general.timeZone}
      description={labels.general.timeZoneWords}
      unsupported={labels.general.noTimeZone}
      failed={labels.general.timeZoneFailed}
      lines={1}
    >
      {(zone) => (
        // A value saved by somebody else replaces the one in the form.
        <TimeZoneForm key={zone} {...{ deployment, administrator, zone }} />
      )}
    </SettingPanel>
  )
}

function TimeZoneForm({ deployment, administrator, zone }: TimeZonePanelProps & { zone: string }) {
  const [chosen, setChosen] = useState(zone)
  const { mutate, isPending, error } = useMutation(updateSettingsOptions(deployment))
  // The browser may know other names than the service.
  const zones = [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const onSuccess = () => toast({ title: labels.general.timeZoneSaved, tone: 'ok', slot: 'settings' })
    mutate({ timeZone: chosen }, { onSuccess })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <Field label={labels.general.timeZone}>
        <NativeSelect
          className="w-72 max-w-full"
          disabled={!administrator}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {zones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </NativeSelect>
      </Field>
      {error && <RequestError error={error} />}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          loading={isPending}
          disabledReason={
            administrator ? (chosen === zone ? labels.general.unchanged : undefined) : administratorsOnly
          }
        >
          {labels.general.saveTimeZone}
        </Button>
      </div>
    </form>
  )
}
