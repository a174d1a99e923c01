import { shortcutsOn } from './enabled.ts'
import { type NamesIn, type Place, shortcutsIn } from './shortcuts.ts'

/** What of a key press says which shortcut is meant. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isLetter = (key: string) => /^\p{L}$/u.test(key)

/**
 * A key press as the table writes it, or undefined for one that it cannot name. Caps Lock changes nothing, and neither does
 * Shift where a keyboard needs it for a sign such as `?` or `/`.
 */
export function writtenKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return shiftKey ? undefined : `Mod+${key.toLowerCase()}`
  if (isLetter(key)) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return shiftKey && key.length > 1 ? `Shift+${key}` : key
}

/** Whether it is a character alone, which speech input and a slip of the hand can press. Source: WCAG 2.2, 2.1.4. */
export function isCharacter(written: string): boolean {
  return [...written].length === 1 || /^Shift\+.$|^\S \S$/u.test(written)
}

const bound = new Map<string, string>()

/** The shortcut that keys mean in a place; undefined where they mean nothing there or are switched off. */
export function shortcutOf<P extends Place>(place: P, written: string | undefined): NamesIn<P> | undefined {
  if (written === undefined || (isCharacter(written) && !shortcutsOn())) return undefined
  if (bound.size === 0) fillBound()
  // parse: what `fillBound` puts there are the names of the table in this place.
  return bound.get(`${place} ${written}`) as NamesIn<P> | undefined
}

function fillBound(): void {
  for (const place of ['list', 'table', 'detail', 'anywhere'] as const) {
    for (const [name, { keys }] of shortcutsIn(place)) {
      for (const key of keys) bound.set(`${place} ${key}`, name)
    }
  }
}
