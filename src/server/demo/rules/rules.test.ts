import { describe, expect, it } from 'vitest'
import { codeRules, messageOf } from './code-rules.ts'
import { families } from './families.ts'
import { renderSnippet, textOf } from './snippet.ts'

const rules = [...codeRules()]
const rendered = rules.map((rule) => ({
  rule,
  snippet: renderSnippet(rule, {
    entity: 'order',
    field: rule.family.fields?.[0] ?? 'value',
    package: 'checkout',
    pipeline: 'release',
    verb: 'update',
  }),
}))

describe('the rules for code', () => {
  it('come from sixty families or more and are enough for the demo', () => {
    expect(families.length).toBeGreaterThanOrEqual(60)
    expect(rules.length).toBeGreaterThan(600)
  })

  it('have paths and titles that are met once, and no slot left in them', () => {
    expect(new Set(rules.map((rule) => rule.path)).size).toBe(rules.length)
    expect(new Set(rules.map((rule) => rule.title)).size).toBe(rules.length)
    expect(rules.filter((rule) => /[{}«»‹›]/.test(rule.path + rule.title))).toEqual([])
  })

  it('explain flaw and remedy in words of their own for each family', () => {
    const messages = families.map(messageOf)
    expect(new Set(messages).size).toBe(families.length)
    for (const message of messages) {
      expect(message).toContain('**Fix:**')
      expect(message).not.toMatch(/\{(field|entity)\}/)
      expect(message.length).toBeGreaterThan(150)
    }
    for (const part of ['description', 'remediation', 'impact', 'truePositive', 'falsePositive'] as const) {
      expect(new Set(families.map((family) => family[part])).size).toBe(families.length)
    }
  })
})

describe('the code of a rule', () => {
  it('holds the matched text at the place that is named', () => {
    for (const { rule, snippet } of rendered) {
      expect(snippet.match.text, rule.path).not.toBe('')
      expect(textOf(snippet.lines, snippet.match), rule.path).toBe(snippet.match.text)
      expect(snippet.match.endLine, rule.path).toBeLessThan(snippet.lines.length)
      expect(snippet.match.column, rule.path).toBeGreaterThan(0)
    }
  })

  it('has neither marks nor slots left, and stays short', () => {
    for (const { rule, snippet } of rendered) {
      const text = [...snippet.lines, snippet.fix?.after ?? ''].join('\n')
      expect(text, rule.path).not.toMatch(/[«»‹›]/)
      expect(text, rule.path).not.toMatch(
        /\{(entity|entities|Entity|field|Field|table|column|route|verb|package|pipeline|body)\}(?!\})/,
      )
      expect(snippet.lines.length, rule.path).toBeLessThanOrEqual(15)
    }
  })

  it('declares no method inside another', () => {
    const declares = /^\s*[\w:<>[\]]+[&*]? [\w:]+\([^)]*\)[^;=]*\{$/
    const nested = rendered
      .filter(({ rule }) => /^(java|c|cpp|csharp)$/.test(rule.language))
      .filter(({ snippet: { lines } }) => {
        const depths = lines.filter((line) => declares.test(line)).map((line) => line.search(/\S/))
        return new Set(depths).size > 1
      })
    expect(nested.map(({ rule }) => rule.path)).toEqual([])
  })

  it('shows the way of the data from the request to the flaw where a framework is named', () => {
    for (const { rule, snippet } of rendered) {
      if (!rule.framework) continue
      expect(snippet.flow.length, rule.path).toBeGreaterThan(0)
      for (const span of snippet.flow) expect(textOf(snippet.lines, span), rule.path).toBe(span.text)
    }
  })

  it('is changed by its fix, which replaces lines that are there and include the match', () => {
    for (const { rule, snippet } of rendered) {
      const { fix, lines, match } = snippet
      if (!fix) continue
      const before = fix.before.split('\n')
      expect(lines.slice(fix.line, fix.line + before.length), rule.path).toEqual(before)
      expect(fix.after, rule.path).not.toBe(fix.before)
      expect(match.line >= fix.line && match.endLine < fix.line + before.length, rule.path).toBe(true)
    }
  })
})
