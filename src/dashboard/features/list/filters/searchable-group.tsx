import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { RailGroup } from './rail-group.tsx'
import { railLabels } from './rail-labels.ts'

/** The search of a group's values: its list is opened, and a text narrows it. */
export interface GroupSearch {
  open: boolean
  text: string
  opener: RefObject<HTMLButtonElement | null>
  /** Opens or closes the list with an empty search. */
  toggle: () => void
  /** Opens the list without changing the search. */
  expand: () => void
  /** Closes the list and restores the focus to the button that opened it. */
  close: () => void
  type: (text: string) => void
}

/**
 * Manages the state of a group's search.
 * @param onSearch called with the searched text, if the service has more values than are loaded.
 */
export function useGroupSearch(onSearch?: (text: string) => void): GroupSearch {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const type = (next: string) => {
    setText(next)
    onSearch?.(next)
  }
  return {
    open,
    text,
    opener,
    toggle: () => {
      setOpen(!open)
      type('')
    },
    expand: () => setOpen(true),
    close: () => {
      setOpen(false)
      opener.current?.focus()
    },
    type,
  }
}

interface SearchableGroupProps {
  label: string
  search: GroupSearch
  /** The number of hidden values. */
  hidden: number
  /** The visible values. */
  children: ReactNode
}

/** A group of the rail with its first values; a button opens the list of all values with a search field. */
export function SearchableGroup({ label, search, hidden, children }: SearchableGroupProps) {
  const { open } = search
  const searchLabel = railLabels.searchIn(label)
  return (
    <RailGroup
      label={label}
      end={
        (open || hidden > 0) && (
          <IconButton
            icon="search"
            size="small"
            label={searchLabel}
            pressed={open}
            ref={search.opener}
            onClick={search.toggle}
          />
        )
      }
    >
      {open && (
        <DebouncedInput
          label={searchLabel}
          placeholder={`${searchLabel}…`}
          value={search.text}
          onType={search.type}
          focused
          onLeave={search.close}
          className="mb-1 h-7"
        />
      )}
      <div className={open ? 'relative -mx-1.5 max-h-72 overflow-y-auto px-1.5' : undefined}>{children}</div>
      {!open && hidden > 0 && (
        <Button variant="quiet" size="small" onClick={search.expand} className="-ml-2">
          {railLabels.more(hidden)}
        </Button>
      )}
    </RailGroup>
  )
}
