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

/** How long typing must rest before it is requested, in milliseconds. */
const delay = 250

interface DebouncedInputProps {
  ref?: Ref<HTMLInputElement>
  label: string
  /** The text that the URL says. */
  value: string
  onType: (text: string) => void
  placeholder: string
  icon?: IconName
  mono?: boolean
  end?: ReactNode
  className?: string
  id?: string
  /** It was just opened, and takes the focus. */
  focused?: boolean
  /** Goes on to what was searched, by Enter or ↓; `changed` where that starts a new search. */
  onSubmit?: (changed: boolean) => void
  /** Leaves the empty field, by Esc. */
  onLeave?: () => void
}

/** A text that is reported once typing rests; what else changes the value takes its place. */
function useDebouncedText(value: string, onType: (text: string) => void) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // What was told and the URL does not say yet: it follows a moment later, when more may have been typed.
  const [reported, setReported] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Back, or a chip taken off: the URL changed by something else than this field.
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

/** A field that acts while somebody types, once they rest, and at once on Enter. Esc empties it, then leaves it. */
export function DebouncedInput(props: DebouncedInputProps) {
  const { ref, label, value, onType, className, focused, onSubmit, onLeave, ...inputProps } = props
  const { text, type, report, clear } = useDebouncedText(value, onType)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current)
  // What was typed before the field was hydrated.
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
    // A field that leads nowhere keeps the focus: the page itself has no use for it.
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
