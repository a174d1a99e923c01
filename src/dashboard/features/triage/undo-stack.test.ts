import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { readUndoStack, type Undoable, undoSession } from './undo-stack.ts'

const now = 1_790_000_000_000
const entry = (changeId: string, at = now): Undoable => ({
  deployment: 'acme',
  changeId,
  what: 'Ignored',
  ids: [1],
  at,
})

it('undoes no decision that is older than a day', () => {
  vi.useFakeTimers({ now })
  undoSession.push(entry('day', now - 24 * 60 * 60 * 1000))
  expect(undoSession.newest('acme')).toBeUndefined()
  undoSession.push(entry('newer', now - 24 * 60 * 60 * 1000 + 1))
  expect(undoSession.newest('acme')?.changeId).toBe('newer')
  vi.useRealTimers()
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
