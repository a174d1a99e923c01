import { Checkbox } from '#ui/form/checkbox.tsx'
import { setShortcutsEnabled, useShortcutsEnabled } from './enabled.ts'
import { singleKeyLabels } from './labels.ts'

/** Turns single-key shortcuts on or off, with an explanation. */
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
