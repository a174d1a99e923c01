import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepReturnPage, takeReturnSearch } from './return-page.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://gatehouse.example' })
})
afterEach(() => vi.unstubAllGlobals())

describe('the page that was asked for before a sign-in', () => {
  it('is kept with its filters, once', () => {
    keepReturnPage('/d/acme/findings/code?status=open&severities=high#x')
    expect(takeReturnSearch()).toBe(
      '?to=%2Fd%2Facme%2Ffindings%2Fcode%3Fstatus%3Dopen%26severities%3Dhigh%23x',
    )
    expect(takeReturnSearch()).toBe('')
  })

  it('is never another site', () => {
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
      '/\\evil',
    ]) {
      keepReturnPage(to)
      expect([to, takeReturnSearch()]).toEqual([to, ''])
    }
  })

  it('is forgotten by a sign-in without one, and where nothing can be stored', () => {
    keepReturnPage('/d/acme')
    keepReturnPage(null)
    expect(takeReturnSearch()).toBe('')
    vi.stubGlobal('sessionStorage', undefined)
    keepReturnPage('/d/acme')
    expect(takeReturnSearch()).toBe('')
  })
})
