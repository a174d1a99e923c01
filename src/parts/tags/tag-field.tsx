import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { tagsOptions } from '#api/tags.ts'
import { plural } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { floating, option } from '#ui/popup-look.ts'
import { tagFault } from './tag-rules.ts'

interface TagFieldProps {
  deployment: string
  /** What is there already and is not offered again. */
  present: readonly string[]
  /** Adds; rejects where it was refused. */
  onAdd: (tag: string) => Promise<unknown>
  /** What a refusal means, in a sentence. */
  refusal: (error: unknown) => string
  onLeave?: (() => void) | undefined
  autoFocus?: boolean | undefined
}

interface Known {
  value: string
  count: number
}

/** A field that takes one tag after the other, with the deployment's own tags offered. What is wrong with one stands under it. */
export function TagField({ deployment, present, onAdd, refusal, onLeave, autoFocus }: TagFieldProps) {
  const id = useId()
  const known = useQuery(tagsOptions(deployment))
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [open, setOpen] = useState(false)
  const offered = (known.data ?? []).filter(({ value }) => !present.includes(value))

  const add = async (typed: string) => {
    const wrong = tagFault(typed, present)
    if (wrong) return setFault(wrong)
    setText('')
    setFault(undefined)
    setOpen(false)
    try {
      await onAdd(typed.trim())
    } catch (error) {
      setFault(refusal(error))
      setText((now) => (now === '' ? typed : now))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open || (text === '' && !onLeave)) return
    event.preventDefault()
    event.stopPropagation()
    setFault(undefined)
    if (text === '') onLeave?.()
    else setText('')
  }

  return (
    <form onSubmit={submit} className="w-64 max-w-full">
      <Autocomplete.Root
        items={offered}
        limit={50}
        value={text}
        open={open && offered.length > 0}
        onOpenChange={setOpen}
        onValueChange={(next, { reason }) => {
          if (reason === 'item-press') return
          setText(next)
          setFault(undefined)
        }}
        itemToStringValue={(tag: Known) => tag.value}
        openOnInputClick
      >
        <div className="flex gap-1">
          <span className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded border border-control bg-surface-1 px-2 text-3 has-focus-visible:outline-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
            <Autocomplete.Input
              aria-label="New tag"
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${id} ${id}-hint`}
              placeholder="New tag"
              autoFocus={autoFocus}
              autoComplete="off"
              spellCheck={false}
              onKeyDown={press}
              className="h-full min-w-0 flex-1 bg-transparent text-1 outline-none"
            />
          </span>
          <Button type="submit">Add</Button>
        </div>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="z-50 outline-none">
            <Autocomplete.Popup className={floating}>
              <Autocomplete.List aria-label="Tags in use" className="w-(--anchor-width) min-w-48">
                {(tag: Known) => (
                  <Autocomplete.Item
                    key={tag.value}
                    value={tag}
                    onClick={() => void add(tag.value)}
                    className={option}
                  >
                    <span className="min-w-0 flex-1 truncate">{tag.value}</span>
                    <span className="text-xs text-3">{plural(tag.count, 'project')}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
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
        1 to 64 characters, no comma; a project has at most 50.
      </p>
    </form>
  )
}
