import { readSync } from 'node:fs'
import type { ReceivedBytes } from './messages.ts'

const blockSize = 256 * 1024
const pieceSize = 64 * 1024

/**
 * The bytes of a received file in pieces. Two blocks of memory are read into in turn: whoever inflates the pieces holds
 * the last few of them, less than a block, and memory for each would be returned late.
 */
export async function* bytesOf(from: ReceivedBytes): AsyncGenerator<Uint8Array> {
  for (const block of blocksOf(from))
    for (let at = 0; at < block.length; at += pieceSize) yield block.subarray(at, at + pieceSize)
}

function* blocksOf(from: ReceivedBytes): Generator<Uint8Array> {
  if ('bytes' in from) return yield from.bytes
  const blocks = [new Uint8Array(blockSize), new Uint8Array(blockSize)] as const
  for (let position = 0, turn = 0; ; turn = 1 - turn) {
    const block = turn === 0 ? blocks[0] : blocks[1]
    const size = readSync(from.descriptor, block, 0, blockSize, position)
    if (size === 0) return
    position += size
    yield block.subarray(0, size)
  }
}
