import { receivesText } from '#ui/keys/receives-text.ts'

/** Undefined once they were taken: from then on every page handles such keys itself. */
let buffer: KeyboardEvent[] | undefined = []

/** Buffers keys that may be global shortcuts: the palette's, `?`, `g` and the key after it. */
function bufferKey(event: KeyboardEvent): void {
  if (!buffer) return
  const { key } = event
  const isGlobalKey =
    event.ctrlKey || event.metaKey
      ? key === 'k'
      : key.length < 2 && ('g?'.includes(key) || buffer.at(-1)?.key === 'g') && !receivesText(event.target)
  if (!isGlobalKey) return
  event.preventDefault()
  buffer.push(event)
}

/** Starts buffering keys, so that none is lost while the code that handles them loads. */
export function startGlobalKeyBuffer(): void {
  document.addEventListener('keydown', bufferKey, true)
}

/** Stops buffering and returns the keys pressed meanwhile. */
export function takeGlobalKeys(): readonly KeyboardEvent[] {
  const taken = buffer ?? []
  buffer = undefined
  return taken
}
