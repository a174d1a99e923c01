import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { DebouncedInput } from '#ui/form/text-field.tsx'
import { IconButton } from '#ui/icon/icon-button.tsx'
import { listLabels } from '../labels.ts'
import { RailGroup } from './rail-group.tsx'

/** How the values of a group are searched: its list is opened, and a text narrows it. */
export interface GroupSearch {
  open: boolean
  text: string
  opener: RefObject<HTMLButtonElement | null>
  /** Opens or closes the list, with nothing searched for. */
  toggle: () => void
  /** Opens the list as it is. */
  expand: () => void
  /** Closes the list, and gives the focus back to the button that opened it. */
  close: () => void
  type: (text: string) => void
}

/**
 * The state of such a search.
 * @param onSearch hears what is searched for, where the service has more values than are here.
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
  /** How many values are not shown. */
  hidden: number
  /** The values that are shown. */
  children: ReactNode
}

/** A group of the rail with its first values; a button opens the list of all, with a field that searches them. */
export function SearchableGroup({ label, search, hidden, children }: SearchableGroupProps) {
  const { open } = search
  const searchLabel = listLabels.searchIn(label)
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
          {listLabels.more(hidden)}
        </Button>
      )}
    </RailGroup>
  )
}
