import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { explain } from '#api/http/errors.ts'
import { keyName, shortcutOf } from '#features/shortcuts/key-press.ts'
import { shortcutsIn } from '#features/shortcuts/shortcuts.ts'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { sectionLabels } from '#pages/settings/section-labels.ts'
import { sectionPath, sections } from '#pages/settings/sections.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { labels as shellLabels } from '../labels.ts'
import type { Destination } from '../navigation.ts'
import { type Entry, type EntryGroup, ranked } from './entries.ts'
import { labels } from './labels.ts'
import { PaletteEntry } from './palette-entry.tsx'
import { recentIn, storeRecent } from './recent.ts'
import { useActions } from './use-actions.ts'
import { useSearchResults } from './use-answers.ts'
import { useViews } from './use-views.ts'

/** How many saved views are listed at most. */
const mostViews = 8

interface PaletteProps {
  deployment: string
  destinations: readonly Destination[]
  onClose: () => void
}

/** Goes anywhere and does anything by a few letters: pages, views, projects, rules, a finding by its id, actions. */
export function Palette({ deployment, destinations, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const answers = useSearchResults(deployment, text)
  const actions = useActions()
  const views = useViews(deployment)
  const recent = useMemo(() => recentIn(deployment), [deployment])
  const isSearching = text.trim() !== ''
  const groups = [
    { label: labels.groups.recent, items: isSearching ? [] : recent },
    ...answers.groups.filter(({ label }) => label === labels.groups.finding),
    { label: labels.groups.pages, items: ranked(text, pagesOf(deployment, destinations)) },
    { label: labels.groups.views, items: ranked(text, views).slice(0, mostViews) },
    { label: labels.groups.actions, items: ranked(text, actions) },
    // What the service is requested comes last, so that it moves nothing when it comes.
    ...answers.groups.filter(({ label }) => label !== labels.groups.finding),
  ].filter(({ items }) => items.length > 0)

  const choose = ({ run, to, ...entry }: Entry) => {
    onClose()
    storeRecent({ ...entry, to })
    if (to !== undefined) void navigate(to)
    // What it does may take the focus, which the closing dialog gives back first.
    else if (run) setTimeout(run)
  }
  // The library would press an option that new answers may just have taken away, and empty the list.
  const enter: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const options = event.currentTarget.closest('[role="dialog"]')?.querySelectorAll('[role="option"]')
    const marked = [...(options ?? [])].findIndex((one) => one.hasAttribute('data-highlighted'))
    const entry = groups.flatMap(({ items }) => items)[Math.max(0, marked)]
    event.preventBaseUIHandler()
    if (entry) choose(entry)
  }
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-24">
          <Dialog.Popup
            aria-label={labels.dialog}
            onKeyDown={(event) => {
              if (shortcutOf('anywhere', keyName(event)) !== 'palette') return
              event.preventDefault()
              onClose()
            }}
            className="flex max-h-[min(32rem,100%)] w-150 max-w-full flex-col overflow-hidden rounded border border-line bg-surface-1 text-1 shadow-float outline-none"
          >
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
              <span className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-3 text-3">
                <Icon name="search" />
                <Autocomplete.Input
                  aria-label={labels.field}
                  placeholder={labels.placeholder}
                  maxLength={500}
                  onKeyDown={enter}
                  className="h-full min-w-0 flex-1 bg-transparent text-base text-1 outline-none"
                />
                <Dialog.Close className="rounded-sm px-1 text-xs text-3 hover:text-1">
                  {labels.close}
                </Dialog.Close>
              </span>
              <Autocomplete.List className="scroll-area min-h-0 flex-1 scroll-py-1 bg-surface-1! p-1 outline-none empty:hidden">
                {(group: EntryGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="px-2 pt-2 pb-0.5 text-xs font-medium text-3">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(entry: Entry) => (
                        <PaletteEntry key={`${group.label} ${entry.id}`} entry={entry} onChoose={choose} />
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <Autocomplete.Status className="shrink-0 border-t border-line px-3 py-2 text-xs text-3 empty:hidden">
                {statusOf({ isSearching, count, ...answers })}
              </Autocomplete.Status>
            </Autocomplete.Root>
            {answers.error && (
              <div className="flex items-center gap-2 border-t border-line px-3 py-2 text-danger">
                <span className="min-w-0 flex-1">{labels.failed(explain(answers.error).detail)}</span>
                <Button size="small" onClick={answers.retry} loading={answers.waiting}>
                  {labels.retry}
                </Button>
              </div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FixedEntries {
  isSearching: boolean
  count: number
  waiting: boolean
  error: Error | null
  noSuchFinding: number | undefined
}

function statusOf({ isSearching, count, waiting, error, noSuchFinding }: FixedEntries): string | undefined {
  if (waiting) return labels.searching
  if (noSuchFinding !== undefined) return labels.noSuchFinding(noSuchFinding)
  if (!isSearching || error) return undefined
  return count === 0 ? labels.noResults : labels.results(count)
}

function pagesOf(deployment: string, destinations: readonly Destination[]): Entry[] {
  const keys = shortcutsIn('anywhere').flatMap(
    ([
      ,
      {
        keys: [key],
        page,
      },
    ]) => (page && key ? [[page(deployment), key] as const] : []),
  )
  const pages = destinations.map(({ word, icon, to, pathname, count, counted }) => ({
    id: `page ${pathname}`,
    label: word,
    detail: count === undefined ? undefined : `${formatNumber(count)} ${counted}`,
    icon,
    to,
    keys: keys.find(([page]) => page === pathname)?.[1],
  }))
  const ofSettings = sections.slice(1).map((section) => ({
    id: `settings ${section}`,
    label: sectionLabels[section],
    detail: labels.ofSettings,
    icon: 'settings' as const,
    to: sectionPath(deployment, section),
    onlyInSearch: true,
  }))
  const importing: Entry = {
    id: 'page import',
    label: shellLabels.pages.importScans,
    icon: 'plus',
    to: paths.import(deployment),
  }
  return [...pages, importing, ...ofSettings]
}
