import { type FormEvent, type Ref, useState } from 'react'
import { useNavigate } from 'react-router'
import { placePaths } from '#lib/place-paths.ts'
import { Kbd } from '#ui/kbd.tsx'
import { TextInput } from '#ui/text-input.tsx'

/** Opens a scan by its id. */
export function ScanById({ deployment, ref }: { deployment: string; ref: Ref<HTMLInputElement> }) {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState(false)
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('id')).trim().replace(/^#/, '')
    if (/^[1-9]\d{0,9}$/.test(text)) void navigate(placePaths.scan(deployment, text))
    else setWrong(text !== '')
  }
  return (
    <form onSubmit={open} className="flex items-center gap-2">
      {wrong && (
        <span id="scan-id-fault" role="alert" className="text-danger">
          A scan’s id is a number
        </span>
      )}
      <TextInput
        ref={ref}
        name="id"
        icon="search"
        aria-label="Open a scan by its id"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'scan-id-fault' : undefined}
        placeholder="Scan id, then Enter"
        inputMode="numeric"
        autoComplete="off"
        onChange={() => setWrong(false)}
        end={<Kbd className="max-sm:hidden">/</Kbd>}
        className="w-48 max-sm:w-40"
      />
    </form>
  )
}
