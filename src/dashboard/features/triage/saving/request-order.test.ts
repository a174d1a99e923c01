import { describe, expect, test } from 'vitest'
import { createRequestTracker } from './request-order.ts'

describe('what is under way', () => {
  test('is waited for, and the newest says whether it was done', async () => {
    const underWay = createRequestTracker()
    expect(await underWay.settled()).toBe(true)
    const first = Promise.withResolvers<string>()
    const second = Promise.withResolvers<string>()
    const kept = underWay.add(first.promise)
    underWay.add(second.promise).catch(() => undefined)
    const settled = underWay.settled()
    second.reject(new Error('refused'))
    first.resolve('done')
    expect(await settled).toBe(false)
    expect(await kept).toBe('done')
    expect(await underWay.settled()).toBe(true)
  })

  test('an earlier refusal says nothing of what was asked after it', async () => {
    const underWay = createRequestTracker()
    underWay.add(Promise.reject(new Error('refused'))).catch(() => undefined)
    void underWay.add(Promise.resolve())
    expect(await underWay.settled()).toBe(true)
  })
})
