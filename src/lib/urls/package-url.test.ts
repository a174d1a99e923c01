import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noPackageUrls, packageUrls, repairedPackageUrls } from '../testing/package-urls.ts'
import { canonicalPurl, formatPackageUrl, readPackageUrl } from './package-url.ts'

describe('package URLs', () => {
  test.each(packageUrls)('%s', (sent, canonical) => {
    expect(readPackageUrl(sent)?.faults).toEqual([])
    expect(canonicalPurl(sent)).toBe(canonical)
    expect(canonicalPurl(canonical)).toBe(canonical)
  })

  test.each(repairedPackageUrls)('%s has %s', (sent, fault, canonical) => {
    expect(readPackageUrl(sent)?.faults).toEqual([fault])
    expect(canonicalPurl(sent)).toBe(canonical)
  })

  test.each(noPackageUrls)('%j is none', (text) => {
    expect(readPackageUrl(text)).toBeNull()
  })

  test('every part is read as it was written', () => {
    const part = fc
      .string({ minLength: 1, maxLength: 8, unit: 'binary' })
      .map((text) => text.trim().replaceAll('/', ''))
    const parts = fc.record({ namespace: part, name: part, version: part, value: part, subpath: part })
    fc.assert(
      fc.property(parts, ({ namespace, name, version, value, subpath }) => {
        fc.pre([namespace, name, version, value].every((each) => each !== ''))
        fc.pre(subpath !== '.' && subpath !== '..')
        const qualifiers = new Map([['arch', value]])
        const url = { type: 'generic', namespace, name, version, qualifiers, subpath }
        expect(readPackageUrl(formatPackageUrl(url))).toEqual({ url, faults: [] })
      }),
    )
  })

  test('hostile text takes linear time', () => {
    for (const text of ['/', '@', '%', '&a=b', '#', '%ff'])
      expect(readPackageUrl(`pkg:npm/a${text.repeat(100_000)}b`)).not.toBeNull()
  })
})
