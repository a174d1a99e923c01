import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ownersOptions } from '#api/owners.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { classes } from '#ui/classes.ts'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { announce } from '#ui/live-region.tsx'
import { labels, peopleFound } from './labels.ts'
import { mentionQuery, namesFor, withMention } from './mention-query.ts'

interface MentionFieldProps {
  deployment: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The names that fit what is typed after an `@`, and the chosen one. */
function useSuggestions(deployment: string, value: string) {
  const [caret, setCaret] = useState(value.length)
  const [chosen, setChosen] = useState(0)
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
  return {
    query,
    names,
    chosen: Math.min(chosen, Math.max(0, count - 1)),
    setCaret,
    choose: (step: number) => setChosen((at) => (Math.min(at, count - 1) + step + count) % count),
    reset: () => setChosen(0),
    close: () => setClosed(query?.at),
  }
}

/** A text area that offers the names of people behind an `@`. */
export function MentionField({ deployment, value, error, onChange }: MentionFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const { query, names, chosen, setCaret, choose, reset, close } = useSuggestions(deployment, value)
  const isOpen = names.length > 0
  const insert = (name: string | undefined) => {
    if (!query || name === undefined) return
    const next = withMention(value, query, name)
    onChange(next.text)
    setCaret(next.caret)
    reset()
    // React sets the value, and with it the caret, in the same turn.
    queueMicrotask(() => area.current?.setSelectionRange(next.caret, next.caret))
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => choose(1),
      ArrowUp: () => choose(-1),
      Enter: () => insert(names[chosen]),
      Tab: () => insert(names[chosen]),
      Escape: close,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <div>
      <Field label={labels.comment} error={error} hint={labels.hint}>
        <Textarea
          ref={area}
          autoFocus
          className="max-h-96"
          value={value}
          aria-autocomplete="list"
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={isOpen ? `${list}-${chosen}` : undefined}
          onKeyDown={press}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            reset()
          }}
        />
      </Field>
      {isOpen && <NameList id={list} names={names} chosen={chosen} onChoose={insert} />}
    </div>
  )
}

interface NameListProps {
  id: string
  names: readonly string[]
  /** The place of the chosen one. */
  chosen: number
  onChoose: (name: string) => void
}

function NameList({ id, names, chosen, onChoose }: NameListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={labels.people}
      className="mt-1 overflow-hidden rounded border border-line bg-surface-1"
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          // The text area keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(name)
          }}
          className={classes(
            'cursor-default px-2 py-1 wrap-anywhere hover:bg-surface-2',
            index === chosen && 'bg-accent-bg',
          )}
        >
          <bdi>{name}</bdi>
        </div>
      ))}
    </div>
  )
}
