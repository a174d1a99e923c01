import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropUndo, pushUndo, readUndoStack, topUndo, type Undoable, undoableFor } from './undo-stack.ts'

const now = 1_790_000_000_000
const entry = (changeId: string, deployment = 'acme', at = now): Undoable => ({
  deployment,
  changeId,
  what: 'Ignored',
  ids: [1],
  at,
})

describe('taking decisions back', () => {
  it('goes from the newest to the oldest, one after the other', () => {
    let stack = ['a', 'b', 'c'].reduce<Undoable[]>((before, id) => pushUndo(before, entry(id)), [])
    const taken: string[] = []
    for (let top = topUndo(stack, 'acme', now); top; top = topUndo(stack, 'acme', now)) {
      taken.push(top.changeId)
      stack = dropUndo(stack, top.changeId)
    }
    expect(taken).toEqual(['c', 'b', 'a'])
  })

  it('passes over other deployments and what is older than a day', () => {
    const stack = [entry('mine'), entry('old', 'acme', now - undoableFor), entry('other', 'globex')]
    expect(topUndo(stack, 'acme', now)?.changeId).toBe('mine')
    expect(topUndo([entry('old', 'acme', now - undoableFor)], 'acme', now)).toBeUndefined()
  })

  it('holds a decision once, and no more of them than a session needs', () => {
    const twice = pushUndo(pushUndo([], entry('a')), entry('a'))
    expect(twice).toHaveLength(1)
    const many = Array.from({ length: 1000 }, (_, index) => entry(`${index}`)).reduce<Undoable[]>(
      pushUndo,
      [],
    )
    expect(many.length).toBeLessThanOrEqual(200)
    expect(many.at(-1)?.changeId).toBe('999')
  })

  it('reads back what it wrote, and leaves out what is not its own', () => {
    fc.assert(
      fc.property(fc.array(fc.string().map((id) => entry(id))), (stack) => {
        expect(readUndoStack(JSON.stringify(stack))).toEqual(stack)
      }),
    )
    expect(readUndoStack(JSON.stringify([null, 3, { changeId: 1 }, entry('a')]))).toEqual([entry('a')])
    const job = { ...entry('job 7'), jobId: '7' }
    expect(readUndoStack(JSON.stringify([job, { ...job, jobId: 7 }]))).toEqual([job])
    for (const text of [null, '', '{', '"x"', '{"a":1}']) expect(readUndoStack(text)).toEqual([])
  })
})
