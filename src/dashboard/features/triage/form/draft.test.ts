import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKey, dropDraft, readDraft, storeDraft } from './draft.ts'

const store = new Map<string, string>()

beforeEach(() => {
  store.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a note that is being typed', () => {
  const key = draftKey('acme', [7])

  it('is found again, for the same findings in any order and no others', () => {
    storeDraft(key, { note: 'half a sent', reason: 'no_time' })
    expect(readDraft(key)).toEqual({ note: 'half a sent', reason: 'no_time' })
    expect(draftKey('acme', [3, 11])).toBe(draftKey('acme', [11, 3]))
    expect(readDraft(draftKey('acme', [8]))).toBeUndefined()
    expect(readDraft(draftKey('globex', [7]))).toBeUndefined()
  })

  it('is gone once it is dropped, or emptied', () => {
    storeDraft(key, { note: 'x' })
    dropDraft(key)
    expect(readDraft(key)).toBeUndefined()
    storeDraft(key, { note: 'x' })
    storeDraft(key, { note: '' })
    expect(store.size).toBe(0)
  })

  it('is read as far as it can be, whatever is stored', () => {
    storeDraft(key, { note: 'x' })
    const [stored = ''] = store.keys()
    store.set(stored, '{"note":3,"reason":"because"}')
    expect(readDraft(key)).toEqual({ note: '', reason: undefined })
    store.set(stored, '{')
    expect(readDraft(key)).toBeUndefined()
  })

  it('is lost, and nothing else, where the browser refuses to store', () => {
    vi.stubGlobal('sessionStorage', undefined)
    storeDraft(key, { note: 'x' })
    dropDraft(key)
    expect(readDraft(key)).toBeUndefined()
  })
})
