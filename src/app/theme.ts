import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const cookie = 'gatehouse_theme'
const year = 365 * 24 * 60 * 60

function isTheme(value: string | undefined): value is Theme {
  return themes.some((theme) => theme === value)
}

function keptTheme(): Theme {
  const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookie}=`))
  const value = kept?.slice(cookie.length + 1)
  return isTheme(value) ? value : 'system'
}

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function choose(next: Theme): void {
  const age = next === 'system' ? 0 : year
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one answers later and not everywhere
  document.cookie = `${cookie}=${next}; path=/; max-age=${age}; samesite=lax`
  show(next)
  for (const listener of listeners) listener()
}

/**
 * The person's choice of theme and how to change it. It is kept in a cookie, so that the service writes it into the page:
 * the first paint is right without a script that must run before it.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, keptTheme), choose]
}

// Behind the development server nobody writes it into the page.
if (import.meta.env.DEV) show(keptTheme())
