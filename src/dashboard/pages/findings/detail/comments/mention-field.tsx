import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ownersOptions } from '#api/owners.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { announce } from '#ui/live-region.tsx'
import { labels, peopleFound } from './labels.ts'
import { mentionQuery, namesFor, withMention } from './mention-query.ts'

interface MentionFieldProps {
  deployment: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A text area that offers the names of people behind an `@`. */
export function MentionField({ deployment, value, error, onChange }: MentionFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(value.length)
  /** The place of an `@` whose names the person has closed. */
  const [closed, setClosed] = useState<number>()
  const query = mentionQuery(value, caret)
  const { data } = useQuery({ ...ownersOptions(deployment), enabled: query !== undefined })
  const people = (data?.owners ?? []).filter((owner) => owner.startsWith('person:')).map(ownerName)
  const names = query && query.at !== closed ? namesFor(query, people) : []
  const count = names.length
  useEffect(() => {
    if (count > 0) announce(peopleFound(count))
  }, [count])
  const moved = () => setCaret(area.current?.selectionStart ?? 0)
  const insert = (name: string) => {
    if (!query) return
    const next = withMention(value, query, name)
    onChange(next.text)
    setCaret(next.caret)
    // React sets the value, and with it the caret, in the same turn.
    queueMicrotask(() => area.current?.setSelectionRange(next.caret, next.caret))
  }
  return (
    <Field label={labels.comment} error={error} hint={labels.hint}>
      <Combobox
        area={{ ref: area, autoFocus: true, className: 'max-h-96', onSelect: moved }}
        listLabel={labels.people}
        text={value}
        options={names.map((name) => ({ value: name, label: name }))}
        autoHighlight
        onType={(text) => {
          onChange(text)
          moved()
        }}
        onChoose={({ label }) => insert(label)}
        onEscape={(wasOpen) => {
          if (wasOpen) setClosed(query?.at)
          return false
        }}
      />
    </Field>
  )
}
