import { describe, expect, it } from 'vitest'
import { createUndoStack } from './undo-stack.ts'

interface Entry {
  deployment: string
  id: number
  old?: boolean
}

const entry = (id: number, deployment = 'acme'): Entry => ({ deployment, id })
const stackOf = (most: number, stored: Entry[] = []) => {
  let kept: readonly Entry[] = stored
  const storage = {
    read: () => [...kept],
    write: (entries: readonly Entry[]) => {
      kept = entries
    },
  }
  const stack = createUndoStack({ most, keyOf: ({ id }: Entry) => id, isLive: ({ old }) => !old, storage })
  return { stack, kept: () => kept }
}

describe('what can be undone', () => {
  it('goes from the newest to the oldest, one after the other', () => {
    const { stack } = stackOf(9)
    for (const id of [1, 2, 3]) stack.push(entry(id))
    const undone: number[] = []
    for (let top = stack.newest('acme'); top; top = stack.newest('acme')) {
      undone.push(top.id)
      stack.remove(top.id)
    }
    expect(undone).toEqual([3, 2, 1])
  })

  it('passes over other deployments and what can no longer be undone', () => {
    const { stack } = stackOf(9)
    for (const one of [entry(1), { ...entry(2), old: true }, entry(3, 'globex')]) stack.push(one)
    expect(stack.newest('acme')?.id).toBe(1)
    stack.remove(1)
    expect(stack.newest('acme')).toBeUndefined()
  })

  it('has each entry once, and no more of them than asked for', () => {
    const { stack, kept } = stackOf(2)
    for (const id of [1, 2, 1, 3]) stack.push(entry(id))
    expect(kept().map(({ id }) => id)).toEqual([1, 3])
    expect([stack.has(2), stack.has(3)]).toEqual([false, true])
  })

  it('goes on with what was stored', () => {
    const { stack, kept } = stackOf(9, [entry(1)])
    stack.push(entry(2))
    expect(kept().map(({ id }) => id)).toEqual([1, 2])
  })
})
