import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'

interface SuggestFieldProps {
  label: string
  placeholder: string
  /** The chosen text; empty if nothing is chosen. */
  value: string
  suggestions: readonly string[]
  /** Told what was typed, and with an empty text that the field is used. */
  onType: (text: string) => void
  /** Returns what is wrong with a text that was entered. */
  onChoose: (text: string) => string | undefined
}

/** A field of a filter: a suggestion applies at once, another text with the Enter key, and an empty one clears it. */
export function SuggestField({
  label,
  placeholder,
  value,
  suggestions,
  onType,
  onChoose,
}: SuggestFieldProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  // The URL changed otherwise, for example with the back button.
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    target.setCustomValidity('')
    setText(target.value)
    onType(target.value)
    if (target.value.trim() === '' || suggestions.includes(target.value)) onChoose(target.value.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    input.current?.setCustomValidity(onChoose(text.trim()) ?? '')
    input.current?.reportValidity()
  }
  return (
    <form noValidate className="w-56 max-sm:w-full" onSubmit={submit}>
      <input
        ref={input}
        type="search"
        list={list}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        onFocus={() => onType(text)}
        onChange={type}
        className="h-8 w-full rounded border border-control bg-surface-1 px-2 text-1 placeholder:text-3 hover:bg-surface-2"
      />
      <datalist id={list}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  )
}
