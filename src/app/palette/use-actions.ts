import { useState } from 'react'
import { type Theme, useTheme } from '#features/appearance.ts'
import { offered } from '#features/page-actions.ts'
import { ask } from '#features/shortcuts/global-keys.ts'
import { shortcuts } from '#features/shortcuts/shortcuts.ts'
import { useSignOut } from '#features/use-sign-out.ts'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { toast } from '#ui/toast/toast.ts'
import { openDialog } from '../shortcuts/open-dialog.ts'
import type { Entry } from './entries.ts'
import { labels } from './labels.ts'

const looks: readonly { theme: Theme; words: string; icon: Entry['icon'] }[] = [
  { theme: 'light', words: labels.themes.light, icon: 'sun' },
  { theme: 'dark', words: labels.themes.dark, icon: 'moon' },
  { theme: 'system', words: labels.themes.system, icon: 'device' },
]

/** What a line of a menu of the page does, as entries: each option of a choice is one. */
function entriesOf(entry: MenuEntry, of: string, asked: boolean | undefined): Entry[] {
  const icon = 'chevrons-up-down'
  if (entry.kind === 'action') {
    const { label, disabledReason, onSelect } = entry
    if (disabledReason !== undefined) return []
    return [{ id: `${of} ${label}`, words: label, aside: of, icon: entry.icon ?? icon, asked, run: onSelect }]
  }
  if (entry.kind !== 'choice') return []
  const { label, value, options, onChange } = entry
  return options
    .filter((option) => option.value !== value)
    .map((option) => ({
      id: `${label} ${option.value}`,
      words: `${label}: ${option.label}`,
      aside: of,
      icon,
      asked: true,
      run: () => onChange(option.value),
    }))
}

/** What can be done on this page, and on every page. */
export function useActions(): Entry[] {
  const [theme, choose] = useTheme()
  const signOut = useSignOut()
  const [ofPage] = useState(() =>
    offered().flatMap(({ of, entries, asked }) => entries.flatMap((entry) => entriesOf(entry, of, asked))),
  )
  return [
    ...ofPage,
    { id: 'decisions', words: labels.actions.decisions, icon: 'history', run: () => openDialog('decisions') },
    { id: 'jobs', words: labels.actions.jobs, icon: 'tray', run: () => openDialog('jobs') },
    { id: 'sbom', words: labels.actions.sbom, icon: 'download', run: () => openDialog('sbom') },
    {
      id: 'copy link',
      words: labels.actions.copyLink,
      icon: 'link',
      run: () => void copy(location.href),
    },
    {
      id: 'shortcuts',
      words: labels.actions.shortcuts,
      icon: 'keyboard',
      keys: shortcuts.sheet.keys[0],
      run: () => ask('sheet'),
    },
    ...looks
      .filter((look) => look.theme !== theme)
      .map(({ theme: next, words, icon }) => ({ id: words, words, icon, run: () => choose(next) })),
    { id: 'sign out', words: labels.actions.signOut, icon: 'sign-out', run: signOut },
  ]
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: labels.linkCopied, tone: 'ok' })
  } catch {
    toast({ title: labels.linkNotCopied, detail: address, tone: 'danger' })
  }
}
