import { Checkbox } from '#ui/checkbox.tsx'
import { singleKeyLabels } from './labels.ts'
import { switchShortcuts, useShortcutsOn } from './switch.ts'

/** Switches keys that are a character alone on or off, with what that means. */
export function ShortcutsBox() {
  return (
    <>
      <Checkbox
        label={singleKeyLabels.label}
        checked={useShortcutsOn()}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
      <p className="mt-0.5 mb-4 pl-5.5 text-2">{singleKeyLabels.detail}</p>
    </>
  )
}
