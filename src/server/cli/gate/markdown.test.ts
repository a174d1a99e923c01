import { expect, it } from 'vitest'
import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { verdictMarkdown } from './markdown.ts'
import { verdictLines } from './text.ts'

const finding: GateFinding = {
  id: 1,
  issue_type: 'sast',
  rule_name: 'rule',
  title: null,
  severity: 'high',
  path: 'app.py',
  line: 1,
  dependency: null,
  mode: 'MODE_BLOCK',
  policy: { id: 4, name: 'Payments, strict' },
  effect: 'block',
  cause: 'new',
  url: 'https://gatehouse.example/d/main/findings/code/1',
}

const answer = (more: Partial<GateAnswer>): GateAnswer => ({
  id: 1,
  verdict: 'fail',
  project: 'acme/shop',
  commit: 'c0ffee',
  ref: 'refs/heads/topic',
  pull_request: '7',
  base_ref: 'refs/heads/main',
  strict: false,
  reasons: [],
  sources: [],
  counts: { block: 1, comment: 0, inform: 0 },
  findings: [finding],
  policy_revision: 1,
  evaluated_at: '2026-01-31T12:00:00.000Z',
  current: true,
  url: 'https://gatehouse.example/d/main/scans/1',
  ...more,
})

it('keeps text of scanners from being anything else in a comment', () => {
  const hostile = '@everyone `</td> | [x](https://evil.example) <!-- \n# title ‮'
  const text = verdictMarkdown(
    answer({
      project: 'a--b -->',
      findings: [{ ...finding, rule_name: hostile, path: hostile, policy: { id: 4, name: hostile } }],
    }),
  )
  const [first, ...lines] = text.split('\n')
  expect(first).toBe('<!-- gatehouse:gate a%2D%2Db%20%2D%2D%3E -->')
  const cells = lines.filter((line) => line.includes('@everyone'))
  expect(cells).toHaveLength(1)
  // Outside of code, nothing of the text is left.
  expect(cells[0]?.replaceAll(/`[^`]*`/g, '')).toBe(
    '| **blocks** | high | [](https://gatehouse.example/d/main/findings/code/1) |  | new |  |',
  )
  expect(cells[0]?.match(/(?<!\\)\|/g)).toHaveLength(7)
})

it('names the policy that decides', () => {
  expect(verdictMarkdown(answer({}))).toContain('| new | `Payments, strict` |')
  expect(verdictLines(answer({}))).toContain('  block   high     rule  app.py:1  (new, by Payments, strict)')
})

it('lists no more than a reader looks at, and counts all', () => {
  const findings = Array.from({ length: 500 }, (_, id) => ({ ...finding, id }))
  const text = verdictMarkdown(answer({ findings, counts: { block: 700, comment: 0, inform: 0 } }))
  expect(text.match(/\*\*blocks\*\*/g)).toHaveLength(50)
  expect(text).toContain('And 650 more.')
})

it('is no longer than a comment of GitHub may be, with text that takes the most room', () => {
  const long = `${'😀'.repeat(149)}x😀|`
  const url = `https://gatehouse.example/${'a'.repeat(900)}`
  const findings = Array.from({ length: 50 }, (_, id) => ({
    ...finding,
    id,
    rule_name: long,
    path: long,
    dependency: long,
    url,
  }))
  const reasons = Array.from({ length: 500 }, () => ({ code: 'waiting' as const, message: long }))
  const text = verdictMarkdown(answer({ findings, reasons, counts: { block: 50, comment: 0, inform: 0 } }))
  expect(text.length).toBeLessThanOrEqual(65_536)
  expect(text.isWellFormed()).toBe(true)
  const shown = text.match(/\*\*blocks\*\*/g)?.length ?? 0
  expect(shown).toBeGreaterThan(20)
  expect(text).toContain(`And ${50 - shown} more.`)
  expect(text).toMatch(/\n\[View the scan\]\(\S+\)\n$/)
})
