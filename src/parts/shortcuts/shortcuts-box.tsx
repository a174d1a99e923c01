import { Checkbox } from '#ui/checkbox.tsx'
import { switchShortcuts, useShortcutsOn } from './switch.ts'

/** Switches keys that are a character alone on or off, with what that means. */
export function ShortcutsBox() {
  return (
    <>
      <Checkbox
        label="Shortcuts of a single key"
        checked={useShortcutsOn()}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
      <p className="mt-0.5 mb-4 pl-5.5 text-2">
        Off, letters and signs do nothing by themselves on any page of this browser; the other keys stay.
      </p>
    </>
  )
}
