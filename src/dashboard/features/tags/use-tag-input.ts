import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagsOptions } from '#api/projects/tags.ts'
import { matchingOptions } from '#ui/combobox/matching-options.ts'
import { labels } from './labels.ts'
import { tagFault } from './tag-rules.ts'

export interface TagInputOptions {
  deployment: string
  /** The existing tags, which are not suggested. */
  present: readonly string[]
  /** Adds a tag; rejects if the service refused it. */
  onAdd: (tag: string) => Promise<unknown>
  /** Returns the message of an error. */
  errorOf: (error: unknown) => string
  onClose: () => void
}

/** Manages the text of a tag field, its error, and the tags that it offers. */
export function useTagInput({ deployment, present, onAdd, errorOf, onClose }: TagInputOptions) {
  const known = useQuery(tagsOptions(deployment))
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const offered = (known.data ?? [])
    .filter(({ value }) => !present.includes(value))
    .map(({ value, count }) => ({ value, label: value, detail: labels.projects(count) }))

  const add = async (typed: string) => {
    const wrong = tagFault(typed, present)
    if (wrong) return setFault(wrong)
    setText('')
    setFault(undefined)
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
  }
  /** Escape clears the field, then leaves it. */
  const escapeField = () => {
    setFault(undefined)
    if (text === '') onClose()
    else setText('')
  }
  return { text, fault, options: matchingOptions(offered, text), add, type, escapeField }
}
