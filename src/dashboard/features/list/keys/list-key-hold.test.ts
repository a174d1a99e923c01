import { describe, expect, it } from 'vitest'
import { shortcutsIn } from '#features/shortcuts/shortcuts.ts'
import { isListKey } from './list-key-hold.ts'

// parse: all that is read of an event.
const pressed = (key: string, more: object = {}) =>
  ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    isComposing: false,
    getModifierState: () => false,
    ...more,
  }) as unknown as KeyboardEvent

describe('keys that are pressed before the code that hears them is there', () => {
  const first = [...shortcutsIn('list'), ...shortcutsIn('anywhere')].flatMap(([, { keys }]) =>
    keys.flatMap((key) => key.split(' ')[0] ?? []),
  )

  it.each([...new Set(first)])('%s, as the table of shortcuts has it, waits', (written) => {
    const key = written.replace(/^(Shift|Mod)\+/, '')
    const more = { shiftKey: written.startsWith('Shift+'), ctrlKey: written.startsWith('Mod+') }
    expect(isListKey(pressed(key, more), false)).toBe(true)
  })

  it('Shift+I and Shift+Enter wait', () => {
    expect(isListKey(pressed('I', { shiftKey: true }), false)).toBe(true)
    expect(isListKey(pressed('Enter', { shiftKey: true }), false)).toBe(true)
  })

  it.each(['Enter', 'ArrowDown', ' ', '2', 'Tab', 'F5'])('%s acts at once where nothing waits', (key) => {
    expect(isListKey(pressed(key), false)).toBe(false)
  })

  it.each(['Enter', 'ArrowDown', '2', 'B', ' ', 'ä', 'Backspace', '😀'])(
    '%s does not overtake what waits',
    (key) => {
      expect(isListKey(pressed(key), true)).toBe(true)
    },
  )

  it.each(['Tab', 'F5', 'Shift', 'Control', 'CapsLock'])('%s stays with the browser', (key) => {
    expect(isListKey(pressed(key), true)).toBe(false)
  })

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'])('nothing waits with %s', (mark) => {
    expect(isListKey(pressed('r', { [mark]: true }), true)).toBe(false)
  })
})
