import { createKeyHold, takesAll } from '#ui/keys/key-hold.ts'
import { receivesText } from '#ui/keys/receives-text.ts'

/** Undefined once it has ended: from then on every page handles these keys itself. */
let hold: ReturnType<typeof createKeyHold> | undefined = createKeyHold()

const isPaletteKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => (ctrlKey || metaKey) && key === 'k'

/** Holds keys that may be global shortcuts, so that none is lost while the code that handles them loads. */
export function startGlobalKeyHold(): void {
  hold?.start((event, before) => {
    // What these have asked to open owns every key after them.
    if (before.some((one) => isPaletteKey(one) || one.key === '?')) return takesAll(event, before)
    if (isPaletteKey(event)) return true
    const { key } = event
    const mayBeShortcut = key === 'g' || key === '?' || (key.length < 2 && before.at(-1)?.key === 'g')
    return mayBeShortcut && !event.ctrlKey && !event.metaKey && !receivesText(event.target)
  })
}

/** Ends the hold: the keys are handled now. */
export function releaseGlobalKeys(): void {
  hold?.release()
  hold = undefined
}
