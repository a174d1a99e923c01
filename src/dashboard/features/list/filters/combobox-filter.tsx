import { type FormEvent, useState } from 'react'
import { Combobox, type ComboboxOption } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/form/field.tsx'

interface ComboboxFilterProps {
  label: string
  placeholder: string
  /** The chosen text; empty if nothing is chosen. */
  value: string
  options: readonly ComboboxOption[]
  /** Called with what is typed, and with an empty text when the list opens. */
  onType: (text: string) => void
  /** Chooses a text, an empty one for no filter; returns what is wrong with it. */
  onChoose: (text: string) => string | undefined
}

/** A field of a filter: an option applies at once, another text with Enter or on leaving, and an empty one clears it. */
export function ComboboxFilter({
  label,
  placeholder,
  value,
  options,
  onType,
  onChoose,
}: ComboboxFilterProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const [fault, setFault] = useState<string>()
  // The URL changed otherwise, for example with the back button.
  if (shown !== value) {
    setShown(value)
    setText(value)
    setFault(undefined)
  }
  const type = (next: string) => {
    setText(next)
    setFault(undefined)
    onType(next)
    if (next.trim() === '') onChoose('')
  }
  const apply = (next: string) => {
    if (next !== value) setFault(onChoose(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(text.trim())
  }
  return (
    <form noValidate className="w-56 max-sm:w-full" onSubmit={submit}>
      <Field label={label} hideLabel error={fault}>
        <Combobox
          listLabel={label}
          input={{ placeholder }}
          text={text}
          options={options}
          onOpen={() => onType(text === value ? '' : text)}
          onType={type}
          onChoose={(option) => {
            setText(option.label)
            apply(option.label)
          }}
          onLeave={() => apply(text.trim())}
          onEscape={() => {
            setText(value)
            setFault(undefined)
            return text !== value
          }}
        />
      </Field>
      {/* Enter sends a form with several inputs, such as the hidden one of the combobox, only if it has a button. */}
      <button type="submit" hidden />
    </form>
  )
}
