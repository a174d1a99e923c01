import { type Density, type Theme, useDensity, useTheme } from '#features/appearance.ts'
import { ShortcutsBox } from '#features/shortcuts/shortcuts-box.tsx'
import { RadioGroup } from '#ui/form/radio-group.tsx'
import { labels } from '../labels.ts'
import { SettingsPanel } from '../settings-panel.tsx'

const themes: readonly { value: Theme; label: string; words?: string }[] = [
  { value: 'system', label: labels.appearance.system, words: labels.appearance.systemHint },
  { value: 'light', label: labels.appearance.light },
  { value: 'dark', label: labels.appearance.dark },
]

const densities: readonly { value: Density; label: string; words: string }[] = [
  { value: 'default', label: labels.appearance.default, words: labels.appearance.defaultHint },
  { value: 'compact', label: labels.appearance.compact, words: labels.appearance.compactHint },
]

/** The appearance and keyboard settings of this browser. Each choice takes effect at once. */
export function AppearanceSection() {
  const [theme, chooseTheme] = useTheme()
  const [density, chooseDensity] = useDensity()
  return (
    <div>
      <p className="px-4 pt-4 text-base text-2">{labels.appearance.scope}</p>
      <SettingsPanel title={labels.appearance.colors}>
        <RadioGroup legend={labels.appearance.theme} value={theme} options={themes} onChange={chooseTheme} />
      </SettingsPanel>
      <SettingsPanel title={labels.appearance.tables}>
        <RadioGroup
          legend={labels.appearance.density}
          hint={labels.appearance.densityHint}
          value={density}
          options={densities}
          onChange={chooseDensity}
        />
      </SettingsPanel>
      <SettingsPanel title={labels.appearance.keyboard}>
        <ShortcutsBox />
      </SettingsPanel>
    </div>
  )
}
