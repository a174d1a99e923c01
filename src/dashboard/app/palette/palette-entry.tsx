import { Autocomplete } from '@base-ui/react/autocomplete'
import { keyNames } from '#features/shortcuts/key-names.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { optionStyles } from '#ui/overlay/popup-styles.ts'
import { Kbd } from '#ui/text/kbd.tsx'
import type { Entry } from './entries.ts'

interface PaletteEntryProps {
  entry: Entry
  onChoose: (entry: Entry) => void
}

/** An entry of the palette. */
export function PaletteEntry({ entry, onChoose }: PaletteEntryProps) {
  const { label, detail, icon, keys } = entry
  return (
    <Autocomplete.Item value={entry} onClick={() => onChoose(entry)} className={optionStyles}>
      <Icon name={icon} className="text-3" />
      <span className="min-w-0 truncate">{label}</span>
      {detail !== undefined && <span className="min-w-0 flex-1 truncate text-2">{detail}</span>}
      {keys !== undefined && (
        <span className="ml-auto flex gap-0.5" aria-hidden>
          {keyNames(keys).map((name, at) => (
            <Kbd key={at}>{name}</Kbd>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  )
}
