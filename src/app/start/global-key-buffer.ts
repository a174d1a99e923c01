import { receivesText } from '#table/rows/row-keys.ts'

/** Undefined once they were taken: from then on every page answers such keys itself. */
let kept: KeyboardEvent[] | undefined = []

/** Keeps what may be meant for every page: the key of the palette, `?`, `g` and what follows it. */
function keep(event: KeyboardEvent): void {
  if (!kept) return
  const { key } = event
  const meant =
    event.ctrlKey || event.metaKey
      ? key === 'k'
      : key.length < 2 && ('g?'.includes(key) || kept.at(-1)?.key === 'g') && !receivesText(event.target)
  if (!meant) return
  event.preventDefault()
  kept.push(event)
}

/** Keeps keys from now on, so that none is lost while the code that answers them is on its way. */
export function keepFirstKeys(): void {
  document.addEventListener('keydown', keep, true)
}

/** Ends that, and gives the keys that were pressed meanwhile. */
export function takeFirstKeys(): readonly KeyboardEvent[] {
  const taken = kept ?? []
  kept = undefined
  return taken
}
