import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { movedIndex } from '#table/rows/row-keys.ts'
import { setShortcutsEnabled } from './enabled.ts'
import { keyNames } from './key-names.ts'
import { isCharacter, keyName, shortcutOf } from './key-press.ts'
import { type ShortcutScope, shortcuts, shortcutsIn } from './shortcuts.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const places: ShortcutScope[] = ['list', 'rows', 'line', 'form', 'detail', 'anywhere']

afterEach(() => setShortcutsEnabled(true))

describe('the table of shortcuts', () => {
  it.each(places)('means one thing by each key in the place %s', (place) => {
    const keys = shortcutsIn(place).flatMap(([, entry]) => entry.keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('gives no page a key that is heard everywhere', () => {
    const everywhere = shortcutsIn('anywhere').flatMap(([, { keys }]) => keys.map((key) => key.split(' ')[0]))
    for (const place of ['list', 'rows', 'line', 'form', 'detail'] as const) {
      const keys = shortcutsIn(place).flatMap(([, entry]) => entry.keys)
      expect(keys.filter((key) => everywhere.includes(key))).toEqual([])
    }
  })

  it('names the keys that a table moves by', () => {
    for (const { keys } of [shortcuts.move, shortcuts.leap, shortcuts.ends]) {
      for (const key of keys) expect(movedIndex(key, 3, 9, 2)).toBeDefined()
    }
  })

  it('leads each page that has a key to a URL of the deployment', () => {
    for (const [, { page }] of shortcutsIn('anywhere')) {
      if (page) expect(page('acme')).toMatch(/^\/d\/acme(\/|$)/)
    }
  })
})

describe('a key press', () => {
  it('is read as it is meant, whatever Caps Lock and the layout do to it', () => {
    expect(keyName({ ...plain, key: 'J' })).toBe('j')
    expect(keyName({ ...plain, key: 'i', shiftKey: true })).toBe('Shift+I')
    expect(keyName({ ...plain, key: '/', shiftKey: true })).toBe('/')
    expect(keyName({ ...plain, key: '?', shiftKey: true })).toBe('?')
    expect(keyName({ ...plain, key: 'Enter', shiftKey: true })).toBe('Shift+Enter')
    expect(keyName({ ...plain, key: 'K', metaKey: true })).toBe('Mod+k')
    expect(keyName({ ...plain, key: 'k', altKey: true })).toBeUndefined()
  })

  it('of any kind means a name of the table in that place, or nothing', () => {
    const press = fc.record({
      key: fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('j', 'i', '?', 'Escape', 'constructor')),
      shiftKey: fc.boolean(),
      ctrlKey: fc.boolean(),
      metaKey: fc.boolean(),
      altKey: fc.boolean(),
    })
    fc.assert(
      fc.property(press, fc.constantFrom(...places), (event, place) => {
        const name = shortcutOf(place, keyName(event))
        expect(name === undefined || shortcutsIn(place).some(([one]) => one === name)).toBe(true)
      }),
    )
  })

  it('of a character alone means nothing once shortcuts are switched off; the others stay', () => {
    setShortcutsEnabled(false)
    for (const place of ['list', 'detail', 'anywhere'] as const) {
      for (const [name, { keys }] of shortcutsIn(place)) {
        for (const key of keys) expect(shortcutOf(place, key)).toBe(isCharacter(key) ? undefined : name)
      }
    }
    expect(shortcutOf('anywhere', 'Mod+k')).toBe('palette')
    expect(shortcutOf('detail', 'Escape')).toBe('close')
    expect(shortcutOf('list', 'Shift+I')).toBeUndefined()
    expect(shortcutOf('anywhere', 'g c')).toBeUndefined()
  })

  it('is shown by what is printed on the keys', () => {
    expect(keyNames('g c')).toEqual(['G', 'C'])
    expect(keyNames('Shift+Enter')).toEqual(['Shift', 'Enter'])
    expect(keyNames('?')).toEqual(['?'])
    expect(keyNames('[')).toEqual(['['])
    expect(keyNames('Mod+k').at(-1)).toBe('K')
  })
})
