import { useSyncExternalStore } from 'react'
import { type Theme, themes, useTheme } from '#features/appearance.ts'
import type { IconName } from '#ui/icon/icon-name.ts'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import { menuLabels } from '../menu-labels.ts'

const options: Record<Theme, { label: string; icon: IconName }> = {
  light: { label: menuLabels.theme.light, icon: 'sun' },
  dark: { label: menuLabels.theme.dark, icon: 'moon' },
  system: { label: menuLabels.theme.system, icon: 'device' },
}

const darkSystem = '(prefers-color-scheme: dark)'

function onSystem(listener: () => void): () => void {
  const query = matchMedia(darkSystem)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Selects light, dark, or the system theme. The button shows the current one of the two. */
export function ThemeMenu() {
  const [theme, choose] = useTheme()
  const systemIsDark = useSyncExternalStore(onSystem, () => matchMedia(darkSystem).matches)
  const shown = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
  return (
    <MenuButton
      label={menuLabels.theme.button}
      icon={options[shown].icon}
      bare
      variant="quiet"
      align="end"
      // A phone has no room for it beside the name of the page; the menu of the person leads to it.
      className="max-sm:hidden w-8 p-0!"
      entries={[
        {
          kind: 'choice',
          label: menuLabels.theme.button,
          value: theme,
          options: themes.map((value) => ({ value, ...options[value] })),
          onChange: (value) => choose(themes.find((known) => known === value) ?? 'system'),
        },
      ]}
    />
  )
}
