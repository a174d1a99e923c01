import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { keyName, shortcutOf } from '#features/shortcuts/key-press.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { useOpening } from '#ui/keys/use-opening.ts'
import type { Destination } from '../navigation.ts'
import type { Entry, EntryGroup } from './entries.ts'
import { frameLabels, frameStyles } from './frame.ts'
import { labels } from './labels.ts'
import { PaletteEntry } from './palette-entry.tsx'
import { storeRecent } from './recent.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

export interface PaletteProps {
  deployment: string
  destinations: readonly Destination[]
  /** What was typed before its code was there. */
  typed: RefObject<string>
  onClose: () => void
}

/** Opens pages, views, projects, rules and findings, and runs actions, by a search. */
export function Palette({ deployment, destinations, typed, onClose }: PaletteProps) {
  const navigate = useNavigate()
  useOpening()
  const [text, setText] = useState(() => typed.current)
  const { groups, entries, status, error, waiting, retry } = usePaletteGroups(deployment, destinations, text)

  const choose = ({ run, to, ...entry }: Entry) => {
    onClose()
    storeRecent({ ...entry, to })
    if (to !== undefined) void navigate(to)
    // The action may move the focus, which the closing dialog restores first.
    else if (run) setTimeout(run)
  }
  // The library would press an option that new results may have just removed, and clear the list.
  const enter: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const options = event.currentTarget.closest('[role="dialog"]')?.querySelectorAll('[role="option"]')
    const marked = [...(options ?? [])].findIndex((one) => one.hasAttribute('data-highlighted'))
    const entry = entries[Math.max(0, marked)]
    event.preventBaseUIHandler()
    if (entry) choose(entry)
  }

  return (
    <PaletteDialog onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        filter={null}
        value={text}
        onValueChange={(next, { reason }) => {
          if (reason !== 'item-press') setText(next)
        }}
        itemToStringValue={(entry: Entry) => entry.label}
        autoHighlight="always"
        keepHighlight
      >
        <span className={frameStyles.field}>
          <Icon name="search" />
          <Autocomplete.Input
            aria-label={frameLabels.field}
            placeholder={frameLabels.placeholder}
            maxLength={500}
            onKeyDown={enter}
            className={frameStyles.input}
          />
          <Dialog.Close className="rounded-sm px-1 text-xs text-3 hover:text-1">{labels.close}</Dialog.Close>
        </span>
        <PaletteList onChoose={choose} />
        <Autocomplete.Status className="shrink-0 border-t border-line px-3 py-2 text-xs text-3 empty:hidden">
          {status}
        </Autocomplete.Status>
      </Autocomplete.Root>
      {error && <PaletteFailure error={error} retrying={waiting} onRetry={retry} />}
    </PaletteDialog>
  )
}

interface PaletteFailureProps {
  error: Error
  retrying: boolean
  onRetry: () => void
}

function PaletteFailure({ error, retrying, onRetry }: PaletteFailureProps) {
  return (
    <div className="flex items-center gap-2 border-t border-line px-3 py-2 text-danger">
      <span className="min-w-0 flex-1">{labels.failed(explain(error).detail)}</span>
      <Button size="small" onClick={onRetry} loading={retrying}>
        {labels.retry}
      </Button>
    </div>
  )
}

/** The dialog of the palette; the key that opens it also closes it. */
function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={frameStyles.backdrop} />
        <Dialog.Viewport className={frameStyles.viewport}>
          <Dialog.Popup
            aria-label={frameLabels.dialog}
            onKeyDown={(event) => {
              if (shortcutOf('anywhere', keyName(event)) !== 'palette') return
              event.preventDefault()
              onClose()
            }}
            className={frameStyles.popup}
          >
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The matching entries, in groups. */
function PaletteList({ onChoose }: { onChoose: (entry: Entry) => void }) {
  return (
    <Autocomplete.List className="scroll-area min-h-0 flex-1 scroll-py-1 bg-surface-1! p-1 outline-none empty:hidden">
      {(group: EntryGroup) => (
        <Autocomplete.Group key={group.label} items={group.items}>
          <Autocomplete.GroupLabel className="px-2 pt-2 pb-0.5 text-xs font-medium text-3">
            {group.label}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: Entry) => (
              <PaletteEntry key={`${group.label} ${entry.id}`} entry={entry} onChoose={onChoose} />
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}
