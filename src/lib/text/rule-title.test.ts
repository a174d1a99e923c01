import { describe, expect, it } from 'vitest'
import { ruleTitle } from './rule-title.ts'

describe('the title of a rule', () => {
  it('is the name that the scanner gives it', () => {
    expect(ruleTitle('py/sql-injection', ' SQL injection ')).toBe('SQL injection')
    expect(ruleTitle('py/sql-injection', '  ')).toBe('SQL injection')
    expect(ruleTitle('javascript.lang.security.detect-eval', null)).toBe('Detect eval')
  })

  it('is the last part of its path as words, with acronyms in capitals', () => {
    expect(ruleTitle('rules.weakHashMd5')).toBe('Weak hash MD5')
    expect(ruleTitle('rules.')).toBe('Rules')
    expect(ruleTitle('...')).toBe('...')
    expect(ruleTitle(null)).toBe('Unnamed rule')
  })
})
