import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { tagsOptions } from '#api/projects/tags.ts'
import { tagFault } from './tag-rules.ts'

export interface TagInputOptions {
  deployment: string
  /** The existing tags, which are not suggested. */
  present: readonly string[]
  /** Adds a tag; rejects if the service refused it. */
  onAdd: (tag: string) => Promise<unknown>
  /** Returns the message of an error. */
  errorOf: (error: unknown) => string
  onLeave?: (() => void) | undefined
}

/** The maximum height of the list of tags, in pixels. */
const listHeight = 240

/** Manages the text of a tag field, its error, and the list of suggested tags. */
export function useTagInput({ deployment, present, onAdd, errorOf, onLeave }: TagInputOptions) {
  const known = useQuery(tagsOptions(deployment))
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [open, setOpen] = useState(false)
  const [above, setAbove] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const offered = (known.data ?? []).filter(({ value }) => !present.includes(value))
  const sought = text.trim().toLowerCase()
  const shown = open && offered.some(({ value }) => value.toLowerCase().includes(sought))

  const show = () => {
    const below = innerHeight - (box.current?.getBoundingClientRect().bottom ?? 0)
    setAbove(below < listHeight)
    setOpen(true)
  }
  const hide = () => setOpen(false)
  const add = async (typed: string) => {
    const wrong = tagFault(typed, present)
    if (wrong) return setFault(wrong)
    setText('')
    setFault(undefined)
    hide()
    try {
      await onAdd(typed.trim())
    } catch (error) {
      setFault(errorOf(error))
      setText((now) => (now === '' ? typed : now))
    }
  }
  const type = (typed: string) => {
    setText(typed)
    setFault(undefined)
    show()
  }
  /** Escape closes the list, then clears the field, then leaves it. */
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !shown) show()
    if (event.key !== 'Escape' || (!shown && text === '' && !onLeave)) return
    event.preventDefault()
    event.stopPropagation()
    setFault(undefined)
    if (shown) hide()
    else if (text === '') onLeave?.()
    else setText('')
  }
  return { text, fault, offered, shown, above, box, show, hide, add, type, press }
}
