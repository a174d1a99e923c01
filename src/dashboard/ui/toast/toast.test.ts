import { describe, expect, it } from 'vitest'
import { connectToasts, hasToasts, onFirstToast, type ToastRequest, toast } from './toast.ts'

describe('toasts', () => {
  it('wait for the code that shows them, then go straight to it', () => {
    let asked = 0
    onFirstToast(() => {
      asked += 1
    })
    expect(hasToasts()).toBe(false)
    toast({ title: 'first' })
    const takeBack = toast({ title: 'taken back' })
    takeBack()
    expect(asked).toBe(1)

    const shown = new Map<string, ToastRequest>()
    const disconnect = connectToasts({
      show: (id, request) => shown.set(id, request),
      close: (id) => shown.delete(id),
    })
    const titles = () => [...shown.values()].map(({ title }) => title)
    expect(titles()).toEqual(['first'])

    const close = toast({ title: 'second' })
    expect(titles()).toEqual(['first', 'second'])
    close()
    expect(titles()).toEqual(['first'])

    disconnect()
    toast({ title: 'third' })
    expect(titles()).toEqual(['first'])
    connectToasts({ show: (id, request) => shown.set(id, request), close: () => {} })
    expect(titles()).toEqual(['first', 'third'])
  })

  it('of one slot take the place of the one before, which can no longer take the newest away', () => {
    const shown = new Map<string, ToastRequest>()
    const disconnect = connectToasts({
      show: (id, request) => shown.set(id, request),
      close: (id) => shown.delete(id),
    })
    const titles = () => [...shown.values()].map(({ title }) => title)
    const closeFirst = toast({ title: 'first', slot: 'decision' })
    const closeSecond = toast({ title: 'second', slot: 'decision' })
    expect(titles()).toEqual(['second'])
    closeFirst()
    expect(titles()).toEqual(['second'])
    closeSecond()
    expect(titles()).toEqual([])
    disconnect()
  })
})
