import { useState } from 'react'
import { type Theme, useTheme } from '#features/appearance.ts'
import { registeredActions } from '#features/page-actions.ts'
import { triggerGlobal } from '#features/shortcuts/global-keys.ts'
import { shortcuts } from '#features/shortcuts/shortcuts.ts'
import { useSignOut } from '#features/use-sign-out.ts'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { toast } from '#ui/toast/toast.ts'
import { openDialog } from '../shortcuts/open-dialog.ts'
import type { Entry } from './entries.ts'
import { labels } from './labels.ts'

const themes: readonly { theme: Theme; label: string; icon: Entry['icon'] }[] = [
  { theme: 'light', label: labels.themes.light, icon: 'sun' },
  { theme: 'dark', label: labels.themes.dark, icon: 'moon' },
  { theme: 'system', label: labels.themes.system, icon: 'device' },
]

/** Converts an entry of a page menu to palette entries, one for each option of a choice. */
function entriesOf(entry: MenuEntry, of: string, onlyInSearch: boolean | undefined): Entry[] {
  const icon = 'chevrons-up-down'
  if (entry.kind === 'action') {
    const { label, disabledReason, onSelect } = entry
    if (disabledReason !== undefined) return []
    return [
      {
        id: `${of} ${label}`,
        label: label,
        detail: of,
        icon: entry.icon ?? icon,
        onlyInSearch,
        run: onSelect,
      },
    ]
  }
  if (entry.kind !== 'choice') return []
  const { label, value, options, onChange } = entry
  return options
    .filter((option) => option.value !== value)
    .map((option) => ({
      id: `${label} ${option.value}`,
      label: `${label}: ${option.label}`,
      detail: of,
      icon,
      onlyInSearch: true,
      run: () => onChange(option.value),
    }))
}

/** Returns the actions of this page and of every page. */
export function useActions(): Entry[] {
  const [theme, choose] = useTheme()
  const signOut = useSignOut()
  const [ofPage] = useState(() =>
    registeredActions().flatMap(({ of, entries, onlyInSearch }) =>
      entries.flatMap((entry) => entriesOf(entry, of, onlyInSearch)),
    ),
  )
  return [
    ...ofPage,
    {
      id: 'decisions',
      label: labels.actions.decisions,
      icon: 'history',
      run: () => openDialog({ name: 'decisions' }),
    },
    { id: 'jobs', label: labels.actions.jobs, icon: 'tray', run: () => openDialog({ name: 'jobs' }) },
    { id: 'sbom', label: labels.actions.sbom, icon: 'download', run: () => openDialog({ name: 'sbom' }) },
    {
      id: 'copy link',
      label: labels.actions.copyLink,
      icon: 'link',
      run: () => void copy(location.href),
    },
    {
      id: 'shortcuts',
      label: labels.actions.shortcuts,
      icon: 'keyboard',
      keys: shortcuts.help.keys[0],
      run: () => triggerGlobal('help'),
    },
    ...themes
      .filter((look) => look.theme !== theme)
      .map(({ theme: next, label, icon }) => ({ id: label, label: label, icon, run: () => choose(next) })),
    { id: 'sign out', label: labels.actions.signOut, icon: 'sign-out', run: signOut },
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
