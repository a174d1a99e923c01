import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniqueLeads } from './unique-leads.ts'

/** Each name with the part of its start that is kept. */
const leadsOf = (names: readonly string[]) =>
  Object.fromEntries([...uniqueLeads(names)].map(([name, length]) => [name, name.slice(0, length)]))

describe('what tells names with the same end apart', () => {
  it('is the language of a rule, and as many parts as it takes', () => {
    expect(leadsOf(['java.lang.security.tainted-sql', 'python.lang.security.tainted-sql'])).toEqual({
      'java.lang.security.tainted-sql': 'java.',
      'python.lang.security.tainted-sql': 'python.',
    })
    expect(leadsOf(['java.lang.xss', 'java.spring.xss', 'go.lang.xss'])).toEqual({
      'java.lang.xss': 'java.lang.',
      'java.spring.xss': 'java.spring.',
      'go.lang.xss': 'go.',
    })
    expect(leadsOf(['acme/shop/web', 'globex/shop/web', 'org.a:core', 'org.b:core'])).toEqual({
      'acme/shop/web': 'acme/',
      'globex/shop/web': 'globex/',
      'org.a:core': 'org.a:',
      'org.b:core': 'org.b:',
    })
  })

  it('is left out where the end does, or nothing else does', () => {
    expect(leadsOf(['java.lang.xss', 'java.lang.sqli', 'java.lang.xss', ''])).toEqual({})
    expect(leadsOf(['xss', 'java.xss'])).toEqual({ 'java.xss': 'java.' })
  })

  it('differs between any names that have one', () => {
    const part = fc.constantFrom('java', 'javascript', 'go', 'lang', 'xss', '')
    const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const alike = names.filter((one) => one.split('.').at(-1) === 'xss')
        const shown = Object.values(leadsOf(alike))
        expect(new Set(shown).size).toBe(shown.length)
      }),
    )
  })
})
