import { type FormEvent, type Ref, useState } from 'react'
import { useNavigate } from 'react-router'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { labels } from './labels.ts'

/** Opens a scan by its id. */
export function ScanById({ deployment, ref }: { deployment: string; ref: Ref<HTMLInputElement> }) {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState(false)
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('id')).trim().replace(/^#/, '')
    if (/^[1-9]\d{0,9}$/.test(text)) void navigate(settingsPaths.scan(deployment, text))
    else setWrong(text !== '')
  }
  return (
    <form onSubmit={open} className="flex items-center gap-2">
      {wrong && (
        <span id="scan-id-fault" role="alert" className="text-danger">
          {labels.notAnId}
        </span>
      )}
      <TextInput
        ref={ref}
        name="id"
        icon="search"
        aria-label={labels.openById}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'scan-id-fault' : undefined}
        placeholder={labels.openByIdHint}
        inputMode="numeric"
        autoComplete="off"
        onChange={() => setWrong(false)}
        end={<Kbd className="max-sm:hidden">/</Kbd>}
        className="w-48 max-sm:w-40"
      />
    </form>
  )
}
