import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from './testing/upload.ts'

const rules = ['a', 'b', 'c', 'd']
const scan = fc.record({
  reported: fc
    .subarray(rules, { minLength: 0 })
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
  kind: fc.constantFrom('full', 'diff'),
  line: fc.integer({ min: 1, max: 500 }),
})

test('whatever scans came, the list says what they said last, and its counts add up', async () => {
  const service = await startTestService()
  let projects = 0
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 1, maxLength: 6 }), async (scans) => {
      const project = `acme/${projects++}`
      const model = new Map<string, { state: string; line: number; since: number }>()
      for (const [turn, { reported, kind, line }] of scans.entries()) {
        service.clock.now += 60_000
        const expected = { read: reported.length, new: 0, fixed: 0, unchanged: 0, reopened: 0 }
        for (const rule of rules) {
          const known = model.get(rule)
          if (reported.includes(rule)) {
            const back = known?.state === 'fixed'
            expected[known ? (back ? 'reopened' : 'unchanged') : 'new'] += 1
            const since = known && !back ? known.since : service.clock.now
            model.set(rule, { state: 'unresolved', line, since })
          } else if (known?.state === 'unresolved' && kind === 'full') {
            expected.fixed += 1
            model.set(rule, { ...known, state: 'fixed' })
          }
        }
        const file = semgrep(reported.map((rule) => result(rule, `${rule}.py`, `${rule}()`, line)))
        const { body } = await upload(service, file, { project, kind, commit: `c${turn}` })
        expect(body.report).toMatchObject(expected)
      }
      const listed = (await codeFindings(service, { 'repos[]': project })).map((finding) => [
        finding.rule_name,
        { state: finding.state, line: finding.location?.line, since: Date.parse(finding.relevant_since) },
      ])
      expect(new Map(listed as [string, unknown][])).toEqual(model)
    }),
    { numRuns: 30 },
  )
})
