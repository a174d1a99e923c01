import { areShortcutsEnabled } from './enabled.ts'
import { type NamesIn, type ShortcutScope, shortcutsIn } from './shortcuts.ts'

/** The fields of a key event that determine the shortcut. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isLetter = (key: string) => /^\p{L}$/u.test(key)

/**
 * Returns a key press in the notation of the shortcut table, or undefined if it has no name. Caps Lock is ignored, and
 * so is Shift where a keyboard needs it for a symbol such as `?` or `/`.
 */
export function keyName({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return shiftKey ? undefined : `Mod+${key.toLowerCase()}`
  if (isLetter(key)) return shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()
  return shiftKey && key.length > 1 ? `Shift+${key}` : key
}

/**
 * Whether the shortcut is a single character key, which speech input or an accidental press can trigger. Source: WCAG
 * 2.2, 2.1.4.
 */
export function isCharacter(written: string): boolean {
  return [...written].length === 1 || /^Shift\+.$|^\S \S$/u.test(written)
}

const bound = new Map<string, string>()

/** Returns the shortcut of keys in a scope; undefined if they have none there or are turned off. */
export function shortcutOf<P extends ShortcutScope>(
  scope: P,
  written: string | undefined,
): NamesIn<P> | undefined {
  if (written === undefined || (isCharacter(written) && !areShortcutsEnabled())) return undefined
  if (bound.size === 0) fillBound()
  // parse: `fillBound` stores only names of the table in this scope.
  return bound.get(`${scope} ${written}`) as NamesIn<P> | undefined
}

function fillBound(): void {
  for (const scope of ['list', 'table', 'detail', 'anywhere'] as const) {
    for (const [name, { keys }] of shortcutsIn(scope)) {
      for (const key of keys) bound.set(`${scope} ${key}`, name)
    }
  }
}
