import { useId } from 'react'
import { TextInput } from '#ui/form/text-input.tsx'

interface DayFieldProps {
  label: string
  /** A date such as `2026-11-21`; empty for none. */
  value: string
  onChoose: (day: string) => void
}

/** A date that is picked or typed. */
export function DayField({ label, value, onChoose }: DayFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-1.5 block text-xs text-2">
        {label}
      </label>
      <TextInput
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="mt-0.5"
      />
    </>
  )
}
