import { areShortcutsEnabled } from './enabled.ts'
import { type NamesIn, type ShortcutScope, shortcutsIn } from './shortcuts.ts'

/** What of a key press says which shortcut is meant. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isLetter = (key: string) => /^\p{L}$/u.test(key)

/**
 * A key press as the table writes it, or undefined for one that it cannot name. Caps Lock changes nothing, and neither does
 * Shift where a keyboard needs it for a sign such as `?` or `/`.
 */
export function keyName({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
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
export function shortcutOf<P extends ShortcutScope>(
  scope: P,
  written: string | undefined,
): NamesIn<P> | undefined {
  if (written === undefined || (isCharacter(written) && !areShortcutsEnabled())) return undefined
  if (bound.size === 0) fillBound()
  // parse: what `fillBound` puts there are the names of the table in this place.
  return bound.get(`${scope} ${written}`) as NamesIn<P> | undefined
}

function fillBound(): void {
  for (const scope of ['list', 'table', 'detail', 'anywhere'] as const) {
    for (const [name, { keys }] of shortcutsIn(scope)) {
      for (const key of keys) bound.set(`${scope} ${key}`, name)
    }
  }
}
