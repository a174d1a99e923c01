import { useSyncExternalStore } from 'react'
import { firstRender } from '#lib/first-render.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The row heights of tables. */
export const densities = ['default', 'compact'] as const
export type Density = (typeof densities)[number]

/** Whether the chart above the scans list is open. */
const charts = ['closed', 'open'] as const

const year = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Creates an appearance setting of this browser. It is stored in a cookie, so that the server renders it into the page:
 * the first paint is right without a blocking script.
 */
function createChoice<const Value extends string>(
  name: string,
  values: readonly Value[],
  defaultValue: Value,
) {
  const cookie = `gatehouse_${name}`
  const readCookie = () => {
    const pair = (firstRender()?.cookies ?? document.cookie)
      .split('; ')
      .find((one) => one.startsWith(`${cookie}=`))
    return values.find((value) => value === pair?.slice(cookie.length + 1)) ?? defaultValue
  }
  const show = (value: Value) => {
    if (value === defaultValue) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = value
  }
  // The development server does not render it into the page.
  if (import.meta.env.DEV && typeof document === 'object') show(readCookie())
  return {
    readCookie,
    choose: (next: Value): void => {
      const age = next === defaultValue ? 0 : year
      // biome-ignore lint/suspicious/noDocumentCookie: the other way to write one answers later and not everywhere
      document.cookie = `${cookie}=${next}; path=/; max-age=${age}; samesite=lax`
      show(next)
      for (const listener of listeners) listener()
    },
  }
}

const theme = createChoice('theme', themes, 'system')
const density = createChoice('density', densities, 'default')
const chart = createChoice('chart', charts, 'closed')

/** Returns the theme and its setter. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, theme.readCookie, theme.readCookie), theme.choose]
}

/** Returns the row height and its setter. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useSyncExternalStore(subscribe, density.readCookie, density.readCookie), density.choose]
}

/** Returns whether the chart above the scans list is open, and its setter. */
export function useChartOpen(): [boolean, (open: boolean) => void] {
  const shown = useSyncExternalStore(subscribe, chart.readCookie)
  return [shown === 'open', (open) => chart.choose(open ? 'open' : 'closed')]
}
