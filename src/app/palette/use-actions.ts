import { ask } from '#parts/shortcuts/anywhere.ts'
import { shortcuts } from '#parts/shortcuts/table.ts'
import { toast } from '#ui/toast.ts'
import { type Theme, useTheme } from '../theme.ts'
import { useSignOut } from '../use-sign-out.ts'
import type { Entry } from './entries.ts'

const looks: readonly { theme: Theme; words: string; icon: Entry['icon'] }[] = [
  { theme: 'light', words: 'Light theme', icon: 'sun' },
  { theme: 'dark', words: 'Dark theme', icon: 'moon' },
  { theme: 'system', words: 'Theme as the system', icon: 'device' },
]

/** What can be done on every page. */
export function useActions(): Entry[] {
  const [theme, choose] = useTheme()
  const signOut = useSignOut()
  return [
    {
      id: 'copy link',
      words: 'Copy the link of this page',
      icon: 'link',
      run: () => void copy(location.href),
    },
    {
      id: 'shortcuts',
      words: 'Show the keyboard shortcuts',
      icon: 'info',
      keys: shortcuts.sheet.keys[0],
      run: () => ask('sheet'),
    },
    ...looks
      .filter((look) => look.theme !== theme)
      .map(({ theme: next, words, icon }) => ({ id: words, words, icon, run: () => choose(next) })),
    { id: 'sign out', words: 'Sign out', icon: 'sign-out', run: signOut },
  ]
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Link copied', tone: 'ok' })
  } catch {
    toast({ title: 'The link could not be copied', detail: address, tone: 'danger' })
  }
}
