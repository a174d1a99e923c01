import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { tagsOptions } from '#api/projects/tags.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import { labels } from './labels.ts'
import { tagFault } from './tag-rules.ts'

interface TagFieldProps {
  deployment: string
  /** What is there already and is not offered again. */
  present: readonly string[]
  /** Adds; rejects where it was refused. */
  onAdd: (tag: string) => Promise<unknown>
  /** What a refusal means, in a sentence. */
  errorOf: (error: unknown) => string
  onLeave?: (() => void) | undefined
  autoFocus?: boolean | undefined
}

/** The most that the list of tags takes, in pixels. */
const listHeight = 240

interface Known {
  value: string
  count: number
}

/** A field that takes one tag after the other, with the deployment's own tags offered. What is wrong with one stands under it. */
export function TagField({ deployment, present, onAdd, errorOf, onLeave, autoFocus }: TagFieldProps) {
  const id = useId()
  const known = useQuery(tagsOptions(deployment))
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [open, setOpen] = useState(false)
  const [above, setAbove] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const offered = (known.data ?? []).filter(({ value }) => !present.includes(value))
  const sought = text.trim().toLowerCase()
  const shown = open && offered.some(({ value }) => value.toLowerCase().includes(sought))

  const add = async (typed: string) => {
    const wrong = tagFault(typed, present)
    if (wrong) return setFault(wrong)
    setText('')
    setFault(undefined)
    setOpen(false)
    try {
      await onAdd(typed.trim())
    } catch (error) {
      setFault(errorOf(error))
      setText((now) => (now === '' ? typed : now))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !shown) show()
    if (event.key !== 'Escape' || (!shown && text === '' && !onLeave)) return
    event.preventDefault()
    event.stopPropagation()
    setFault(undefined)
    if (shown) setOpen(false)
    else if (text === '') onLeave?.()
    else setText('')
  }
  const show = () => {
    const below = innerHeight - (box.current?.getBoundingClientRect().bottom ?? 0)
    setAbove(below < listHeight)
    setOpen(true)
  }

  return (
    <form
      onSubmit={submit}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      className="w-64 max-w-full"
    >
      <Autocomplete.Root
        inline
        open={shown}
        onOpenChange={(next) => (next ? show() : setOpen(false))}
        items={offered}
        limit={50}
        value={text}
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return
          setText(next)
          setFault(undefined)
          show()
        }}
        itemToStringValue={(tag: Known) => tag.value}
      >
        <div ref={box} className="relative flex gap-1">
          <span className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
            <Autocomplete.Input
              aria-label={labels.newTag}
              aria-expanded={shown}
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${id} ${id}-hint`}
              placeholder={labels.newTag}
              autoFocus={autoFocus}
              autoComplete="off"
              spellCheck={false}
              onKeyDownCapture={press}
              onClick={show}
              className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none"
            />
          </span>
          <Button type="submit">{labels.add}</Button>
          {shown && (
            // A list at the end of the page, as the library's own popup is, would hide the page from screen readers.
            <Autocomplete.List
              aria-label={labels.known}
              // A press on a tag leaves the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              className={classes(
                'absolute inset-x-0 z-10 max-h-56 overflow-y-auto rounded border border-line bg-surface-1 p-1 text-1 shadow-float outline-none empty:hidden',
                above ? 'bottom-9' : 'top-9',
              )}
            >
              {(tag: Known) => (
                <Autocomplete.Item
                  key={tag.value}
                  value={tag}
                  onClick={() => void add(tag.value)}
                  className={optionStyles}
                >
                  <span className="min-w-0 flex-1 truncate">{tag.value}</span>
                  <span className="text-xs text-3">{labels.projects(tag.count)}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          )}
        </div>
      </Autocomplete.Root>
      <p id={id} role="alert" className="flex items-start gap-1.5 pt-1 text-danger empty:hidden">
        {fault && (
          <>
            <Icon name="error" className="mt-0.5" />
            <span className="min-w-0 wrap-anywhere">{fault}</span>
          </>
        )}
      </p>
      <p id={`${id}-hint`} className="pt-1 text-xs text-3">
        {labels.hint}
      </p>
    </form>
  )
}
