import { Checkbox } from '#ui/form/checkbox.tsx'
import { setShortcutsEnabled, useShortcutsEnabled } from './enabled.ts'
import { singleKeyLabels } from './labels.ts'

/** Switches keys that are a character alone on or off, with what that means. */
export function ShortcutsBox() {
  return (
    <>
      <Checkbox
        label={singleKeyLabels.label}
        checked={useShortcutsEnabled()}
        onChange={(event) => setShortcutsEnabled(event.currentTarget.checked)}
      />
      <p className="mt-0.5 mb-4 pl-5.5 text-2">{singleKeyLabels.detail}</p>
    </>
  )
}
