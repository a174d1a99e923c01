import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { IconName } from '../icon/icon-name.ts'
import { TextInput } from './text-input.tsx'

/** The debounce time of typing, in milliseconds. */
const delay = 250

interface DebouncedInputProps {
  ref?: Ref<HTMLInputElement>
  label: string
  /** The text in the URL. */
  value: string
  onType: (text: string) => void
  placeholder: string
  icon?: IconName
  mono?: boolean
  end?: ReactNode
  className?: string
  id?: string
  /** It was just opened, and gets the focus. */
  focused?: boolean
  /** Called on Enter or ↓ to move to the results; `changed` if that starts a new search. */
  onSubmit?: (changed: boolean) => void
  /** Called on Esc in an empty field. */
  onLeave?: () => void
}

/** Reports a text after typing has paused; other changes of the value replace it. */
function useDebouncedText(value: string, onType: (text: string) => void) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Texts that were reported but are not in the URL yet: it updates later, when more may have been typed.
  const [reported, setReported] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back, or a removed chip: something other than this field changed the URL.
  if (known !== value) {
    const at = reported.indexOf(value)
    setKnown(value)
    setReported(at < 0 ? [] : reported.slice(at + 1))
    if (at < 0) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const report = (next: string) => {
    clearTimeout(timer.current)
    const trimmed = next.trim()
    if (trimmed === (reported.at(-1) ?? value)) return false
    setReported([...reported, trimmed])
    onType(trimmed)
    return true
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => report(next), delay)
  }
  const clear = () => {
    setText('')
    report('')
  }
  return { text, type, report, clear }
}

/** A field that reports its text after typing has paused, and at once on Enter. Esc clears it, then leaves it. */
export function DebouncedInput(props: DebouncedInputProps) {
  const { ref, label, value, onType, className, focused, onSubmit, onLeave, ...inputProps } = props
  const { text, type, report, clear } = useDebouncedText(value, onType)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current)
  // Text that was typed before the field was hydrated.
  const takeTyped = useEffectEvent(() => {
    const typed = field.current?.value ?? text
    if (typed !== text) type(typed)
  })
  useEffect(() => takeTyped(), [])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || (event.key === 'ArrowDown' && onSubmit)) {
      event.preventDefault()
      const changed = report(text)
      onSubmit?.(changed)
    }
    if (event.key !== 'Escape') return
    event.stopPropagation()
    // Without `onLeave` the field keeps the focus: the page itself does not use this key.
    if (text === '') onLeave?.()
    else clear()
  }
  return (
    <TextInput
      {...inputProps}
      ref={field}
      autoFocus={focused}
      type="search"
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={press}
      className={className}
    />
  )
}
