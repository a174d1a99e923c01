import { expect, it } from 'vitest'
import { buffersIn, compactBuffers } from './thread.ts'

it('hands over the memory of each array once, however deep it lies and however many look into it', () => {
  const shared = new Uint8Array(10)
  const value = {
    rows: shared.subarray(0, 4),
    more: [shared.subarray(4), { deep: new Float64Array(2) }],
    text: 'x',
  }
  expect(buffersIn(value).map((buffer) => buffer.byteLength)).toEqual([10, 16])
})

it('keeps of what another thread made the filled part alone, and gives the rest back', () => {
  const wide = new Uint32Array(new ArrayBuffer(400, { maxByteLength: 400 }))
  wide.set([7, 8, 9])
  const bytes = new Uint8Array([1, 2, 3])
  const { rows, texts, name } = compactBuffers({
    rows: wide.subarray(0, 3),
    texts: [{ bytes: bytes.subarray(0, 2) }],
    name: 'kept',
  })
  expect([[...rows], [...(texts[0]?.bytes ?? [])], name]).toEqual([[7, 8, 9], [1, 2], 'kept'])
  expect([rows.buffer.byteLength, rows.buffer.resizable]).toEqual([12, false])
  expect([wide.buffer.byteLength, bytes.buffer.byteLength]).toEqual([0, 0])
})
