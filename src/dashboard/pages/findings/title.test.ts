import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleTitle } from '#lib/text/rule-title.ts'
import { findingTitle, splitTitle } from './title.ts'

describe('the title of a finding', () => {
  it("is the scanner's short name where there is one", () => {
    const marks = { title: 'Query text is built from a request' }
    expect(findingTitle({ rule_name: 'a.b.c', marks })).toBe('Query text is built from a request')
  })

  it("is else the last part of the rule's path in words", () => {
    expect(findingTitle({ rule_name: 'javascript.lang.security.audit.detect-eval-with-expression' })).toBe(
      'Detect eval with expression',
    )
    expect(ruleTitle('java.lang.tainted_sql_string')).toBe('Tainted SQL string')
    expect(ruleTitle('js/reflectedXss')).toBe('Reflected XSS')
    expect(ruleTitle('squid:S2076')).toBe('S2076')
  })

  it('never is nothing', () => {
    expect(ruleTitle('...')).toBe('...')
    expect(ruleTitle('')).toBe('Unnamed rule')
    expect(findingTitle({})).toBe('Unnamed rule')
    fc.assert(fc.property(fc.string(), (rule) => ruleTitle(rule).trim() !== ''))
  })
})

describe('a title where there is little room', () => {
  it('keeps what stands in parentheses at its end', () => {
    expect(splitTitle('Script injection in run step (workflow_run)')).toEqual([
      'Script injection in run step',
      '(workflow_run)',
    ])
  })

  it.each(['Weak hash: SHA-1', '(deprecated)', `Call (${'x'.repeat(31)})`, 'f(x) is called'])(
    'is one text without them, or where they are long: %s',
    (title) => expect(splitTitle(title)).toEqual([title, undefined]),
  )
})
