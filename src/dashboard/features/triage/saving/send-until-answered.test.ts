import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/http/errors.ts'
import { notifySignedIn, setReachable } from '#api/http/signals.ts'
import { sendUntilAnswered } from './send-until-answered.ts'

const never = new AbortController().signal

const failing = (kind: 'offline' | 'expired' | 'refused') =>
  new ApiError({ kind, status: 0, title: kind, detail: kind })

/** A request that fails with each of these, and then succeeds. */
const sending = (...failures: Error[]) =>
  vi.fn(async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'answered'
  })

describe('a decision that is not answered', () => {
  it('is sent again when the service answers again', async () => {
    const send = sending(failing('offline'))
    const waits = vi.fn(() => {
      setReachable(false)
      setReachable(true)
    })
    await expect(sendUntilAnswered(send, 'Ann', never, waits)).resolves.toBe('answered')
    expect([send.mock.calls.length, waits.mock.calls]).toEqual([2, [['offline']]])
  })

  it('is sent again when the same person signed in', async () => {
    const send = sending(failing('expired'), failing('expired'))
    await expect(sendUntilAnswered(send, 'Ann', never, () => notifySignedIn('Ann'))).resolves.toBe('answered')
    expect(send).toHaveBeenCalledTimes(3)
  })

  it('is not sent for somebody else', async () => {
    const send = sending(failing('expired'))
    await expect(sendUntilAnswered(send, 'Ann', never, () => notifySignedIn('Bob'))).rejects.toThrow(
      'expired',
    )
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is not sent once it was undone', async () => {
    const taken = new AbortController()
    const send = sending(failing('offline'))
    const sent = sendUntilAnswered(send, 'Ann', taken.signal, () => queueMicrotask(() => taken.abort()))
    await expect(sent).rejects.toThrow('offline')
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is refused at once where the service answered', async () => {
    const waits = vi.fn()
    await expect(sendUntilAnswered(sending(failing('refused')), 'Ann', never, waits)).rejects.toThrow(
      'refused',
    )
    expect(waits).not.toHaveBeenCalled()
  })
})
