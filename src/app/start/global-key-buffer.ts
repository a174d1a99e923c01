import { receivesText } from '#table/rows/row-keys.ts'

/** Undefined once they were taken: from then on every page answers such keys itself. */
let buffer: KeyboardEvent[] | undefined = []

/** Keeps what may be meant for every page: the key of the palette, `?`, `g` and what follows it. */
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

/** Keeps keys from now on, so that none is lost while the code that answers them is on its way. */
export function startGlobalKeyBuffer(): void {
  document.addEventListener('keydown', bufferKey, true)
}

/** Ends that, and gives the keys that were pressed meanwhile. */
export function takeGlobalKeys(): readonly KeyboardEvent[] {
  const taken = buffer ?? []
  buffer = undefined
  return taken
}
