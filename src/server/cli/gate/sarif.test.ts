import { expect, it } from 'vitest'
import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { verdictSarif } from './sarif.ts'

const finding = (id: number, more: Partial<GateFinding>): GateFinding => ({
  id,
  issue_type: 'sast',
  rule_name: `rule-${id}`,
  title: null,
  severity: 'high',
  path: 'app.py',
  line: id,
  dependency: null,
  mode: 'MODE_BLOCK',
  effect: 'block',
  cause: 'new',
  url: `https://gatehouse.example/d/main/findings/code/${id}`,
  ...more,
})

const answer: GateAnswer = {
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
  counts: { block: 1, comment: 1, inform: 1 },
  findings: [
    finding(1, {}),
    finding(2, { effect: 'comment', mode: 'MODE_COMMENT' }),
    finding(3, { effect: 'inform', cause: 'newly_detected' }),
  ],
  policy_revision: 1,
  evaluated_at: '2026-01-31T12:00:00.000Z',
  current: true,
  url: 'https://gatehouse.example/d/main/scans/1',
}

it('has what counts, and neither results nor rules of what the base has as well', () => {
  const [run] = JSON.parse(verdictSarif(answer, '1.2.3')).runs
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['rule-1', 'rule-2'])
  expect(run.results).toMatchObject([
    { ruleId: 'rule-1', ruleIndex: 0, level: 'error' },
    { ruleId: 'rule-2', ruleIndex: 1, level: 'warning' },
  ])
  expect(run.results).toHaveLength(2)
})
