import { describe, expect, it } from 'vitest'
import { actionOf, type DetailActions, triageActions } from './detail-keys.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

function pressed(key: string, more: Partial<typeof plain> = {}, may = true, walks = true): string[] {
  const done: string[] = []
  const actions: DetailActions = {
    ...triageActions({
      choose: (state) => void done.push(state),
      settle: (same) => void done.push(same ? 'same' : 'different'),
      repeat: () => void done.push('repeat'),
      undo: () => void done.push('undo'),
      assign: () => void done.push('assign'),
    }),
    ticket: () => done.push('ticket'),
    copyLink: () => done.push('copy'),
    ...(walks
      ? {
          next: () => done.push('walk 1'),
          previous: () => done.push('walk -1'),
          close: () => done.push('close'),
        }
      : {}),
    openPage: () => done.push('expand'),
  }
  actionOf({ key, ...plain, ...more }, actions, may)?.()
  return done
}

describe('the keys of a finding', () => {
  it('decide it, walk, copy, expand and close', () => {
    const keys = ['i', 'r', 'f', 'o', 'y', 'n', 'u', 't', 'c', 'j', 'k', 'Escape']
    expect(keys.flatMap((key) => pressed(key))).toEqual([
      'ignored',
      'reviewing',
      'fixing',
      'reopened',
      'same',
      'different',
      'undo',
      'ticket',
      'copy',
      'walk 1',
      'walk -1',
      'close',
    ])
    expect(pressed('Enter', { shiftKey: true })).toEqual(['expand'])
    expect(pressed('I', { shiftKey: true })).toEqual(['repeat'])
  })

  it("leave the browser's own shortcuts alone", () => {
    for (const modifier of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(['c', 'r', 'f', 'Enter'].flatMap((key) => pressed(key, modifier))).toEqual([])
    }
    expect(['constructor', '__proto__', 'Tab', 'Enter', ' '].flatMap((key) => pressed(key))).toEqual([])
  })

  it('decide nothing for a person who may not', () => {
    expect(['i', 'r', 'f', 'o', 'u'].flatMap((key) => pressed(key, {}, false))).toEqual([])
    expect(pressed('I', { shiftKey: true }, false)).toEqual([])
    expect(pressed('c', {}, false)).toEqual(['copy'])
  })

  it('do nothing that the place does not have', () => {
    expect(['j', 'k', 'Escape'].flatMap((key) => pressed(key, {}, true, false))).toEqual([])
  })
})
