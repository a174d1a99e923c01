import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weaknessNumber } from './weakness-number.ts'

const isNamedBy = (search: string, names: readonly string[]) => {
  const json = JSON.stringify(names).toLowerCase()
  return weaknessNumber(search)?.fragments.some((one) => json.includes(one)) ?? false
}

describe('the number of a weakness', () => {
  it.each([
    ['CWE-89', 'CWE-89'],
    ['cwe 89', 'CWE-89'],
    ['cwe089', 'CWE-89'],
    ['CWE:79', 'CWE-79'],
    ["CWE-79: Improper Neutralization of Input ('XSS')", 'CWE-79'],
    ['A03', 'A03'],
    ['a3', 'A03'],
    ['owasp a10', 'A10'],
    ['OWASP Top 10 A1:2017', 'A01:2017'],
    ['a03:2021', 'A03:2021'],
    ['A03:2021 - Injection', 'A03:2021'],
  ])('is read in %j', (text, label) => {
    expect(weaknessNumber(` ${text} `)?.label).toBe(label)
  })

  it.each(['', '89', 'cwe', 'cwe-', 'cwe-0', 'cwe-123456', 'a11', 'a0', 'a030', 'owasp', 'a03x', 'sql a03'])(
    'is not read in %j',
    (text) => {
      expect(weaknessNumber(text)).toBeUndefined()
    },
  )

  it('finds every spelling of it, and no other', () => {
    for (const name of ['CWE-89', "CWE-89: Improper Neutralization ('SQL Injection')", 'cwe-89 SQL'])
      expect(isNamedBy('cwe-89', ['CWE-1', name])).toBe(true)
    for (const name of ['CWE-893', 'CWE-8', 'CWE-189', 'See CWE-89'])
      expect(isNamedBy('cwe-89', [name])).toBe(false)
    for (const name of ['A03', 'A3', 'A03:2021 - Injection', 'A3:2017', 'a3-2017'])
      expect(isNamedBy('owasp a3', [name])).toBe(true)
    for (const name of ['A03:2021', 'A3:2021', 'A03:2021 - Injection', 'A3-2021'])
      expect(isNamedBy('A03:2021', [name])).toBe(true)
    for (const name of ['A03:2017', 'A03', 'A01:2021', 'A030:2021'])
      expect(isNamedBy('A03:2021', [name])).toBe(false)
  })

  it('is read from any text without a failure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(weaknessNumber(text)?.fragments.length ?? 1).toBeGreaterThan(0)
      }),
    )
  })
})
