import { type Density, type Theme, useDensity, useTheme } from '#parts/look.ts'
import { ShortcutsBox } from '#parts/shortcuts/shortcuts-box.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Block } from '../block.tsx'

const themes: readonly { value: Theme; label: string; words?: string }[] = [
  { value: 'system', label: 'As the system', words: 'light or dark as this device has it' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const densities: readonly { value: Density; label: string; words: string }[] = [
  { value: 'default', label: 'Default', words: 'rows of 36 pixels' },
  { value: 'compact', label: 'Compact', words: 'rows of 28 pixels' },
]

/** How the dashboard looks and hears keys in this browser. Each choice acts at once. */
export function AppearanceSection() {
  const [theme, chooseTheme] = useTheme()
  const [density, chooseDensity] = useDensity()
  return (
    <div>
      <p className="px-4 pt-4 text-base text-2">This browser alone keeps these choices; each acts at once.</p>
      <Block title="Colours">
        <RadioGroup legend="Theme" value={theme} options={themes} onChange={chooseTheme} />
      </Block>
      <Block title="Tables">
        <RadioGroup
          legend="Density"
          hint="On a phone, where rows are cards, nothing changes."
          value={density}
          options={densities}
          onChange={chooseDensity}
        />
      </Block>
      <Block title="Keyboard">
        <ShortcutsBox />
      </Block>
    </div>
  )
}
