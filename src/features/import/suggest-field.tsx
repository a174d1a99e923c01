import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { useFieldAttributes } from '#ui/form/field-context.ts'
import { optionStyles } from '#ui/overlay/popup-styles.ts'

interface SuggestFieldProps {
  label: string
  hint: string
  placeholder?: string | undefined
  required?: boolean | undefined
  error?: string | undefined
  value: string
  /** The suggestions for the typed text. Any other text may be entered. */
  suggestions: readonly string[]
  /** Called when the list opens, so that suggestions are requested only then. */
  onOpen?: (() => void) | undefined
  input?: Ref<HTMLInputElement> | undefined
  onChange: (value: string) => void
}

/** A text field that suggests known names. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, hint, placeholder, required, error, value, suggestions, onOpen, input, onChange } = props
  const [open, setOpen] = useState(false)
  const shown = open && suggestions.some((name) => name !== value)
  const show = (next: boolean) => {
    if (next && !open) onOpen?.()
    setOpen(next)
  }
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') show(true)
    if (event.key !== 'Escape' || !shown) return
    event.preventDefault()
    event.stopPropagation()
    setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only that the focus has left the field.
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      className="relative min-w-0"
    >
      <Autocomplete.Root
        inline
        open={shown}
        onOpenChange={show}
        items={suggestions}
        filter={null}
        value={value}
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return
          onChange(next)
          show(true)
        }}
      >
        <Field label={label} hint={hint} error={error} required={required}>
          <SuggestInput
            expanded={shown}
            input={input}
            placeholder={placeholder}
            onKeyDownCapture={press}
            onClick={() => show(true)}
          />
        </Field>
        {shown && <Suggestions label={label} onChoose={choose} />}
      </Autocomplete.Root>
    </div>
  )
}

interface SuggestInputProps {
  expanded: boolean
  input: Ref<HTMLInputElement> | undefined
  placeholder: string | undefined
  onKeyDownCapture: (event: KeyboardEvent) => void
  onClick: () => void
}

function SuggestInput({ expanded, input, ...rest }: SuggestInputProps) {
  return (
    <span className="flex h-8 min-w-0 items-center rounded border border-control bg-surface-1 px-2 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
      <Autocomplete.Input
        {...useFieldAttributes()}
        {...rest}
        ref={input ?? null}
        aria-expanded={expanded}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none"
      />
    </span>
  )
}

interface SuggestionsProps {
  label: string
  onChoose: (name: string) => void
}

function Suggestions({ label, onChoose }: SuggestionsProps) {
  return (
    <div className="absolute inset-x-0 top-14 z-10 mt-1 rounded border border-line bg-surface-1 text-1 shadow-float">
      <Autocomplete.List
        aria-label={label}
        // Keeps the focus in the field when an entry is pressed.
        onMouseDown={(event) => event.preventDefault()}
        className="max-h-56 overflow-y-auto p-1 outline-none"
      >
        {(name: string) => (
          <Autocomplete.Item key={name} value={name} onClick={() => onChoose(name)} className={optionStyles}>
            <span title={name} className="min-w-0 flex-1 truncate">
              <bdi>{name}</bdi>
            </span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </div>
  )
}
