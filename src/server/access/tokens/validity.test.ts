import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Principal } from '#server/http/principal.ts'
import { ValidityWatches } from './validity.ts'

const principal = { tokenId: 1, sessionId: null } as Principal

describe('the watch over a principal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('tells once that it is not valid any more, within 15 seconds', async () => {
    let valid = true
    const onEnd = vi.fn()
    new ValidityWatches(async () => valid).watch(principal, onEnd)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(onEnd).not.toHaveBeenCalled()
    valid = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('looks at once when it is told that a session ended', async () => {
    const onEnd = vi.fn()
    const watches = new ValidityWatches(async () => false)
    watches.watch(principal, onEnd)
    watches.checkAll()
    await vi.advanceTimersByTimeAsync(0)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('says nothing where it was stopped, or the database cannot be read', async () => {
    const onEnd = vi.fn()
    const stopped = new ValidityWatches(async () => false)
    const stop = stopped.watch(principal, onEnd)
    stopped.checkAll()
    stop()
    new ValidityWatches(() => Promise.reject(new Error('disk'))).watch(principal, onEnd)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onEnd).not.toHaveBeenCalled()
  })
})
