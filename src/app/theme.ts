import { useState } from 'react'
import { store, stored } from './stored.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

function isTheme(value: string | null): value is Theme {
  return themes.some((theme) => theme === value)
}

/** The person's choice of theme and how to change it. `public/theme.js` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const kept = stored('theme')
    return isTheme(kept) ? kept : 'system'
  })
  const choose = (next: Theme) => {
    setTheme(next)
    store('theme', next === 'system' ? null : next)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
  }
  return [theme, choose]
}
