import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { coded, startHistory } from './testing/history.ts'

const refs = ['refs/heads/main', 'refs/heads/next']

const reported = fc.record({
  path: fc.constantFrom('a.py', 'b.py', 'c.py'),
  text: fc.constantFrom('call(a, b)', 'call(a, c)', 'query(1, "x")'),
  line: fc.integer({ min: 1, max: 60 }),
})
const step = fc.record({
  results: fc.uniqueArray(reported, {
    selector: ({ path, line }) => `${path}:${line}`,
    minLength: 1,
    maxLength: 6,
  }),
  ref: fc.constantFrom(...refs),
  decided: fc.nat(5),
  answers: fc.array(fc.record({ which: fc.nat(20), same: fc.boolean() }), { maxLength: 4 }),
})

it('whatever is confirmed and rejected, the same report again changes nothing, and no flaw is reported twice on a ref', async () => {
  const { service, scan, decide, read, resolve } = await startHistory()
  let project = 0
  let resolved = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const name = `acme/${++project}`
      const all = () => codeFindings(service, { repos: name })
      for (const { results, ref, decided, answers } of steps) {
        const file = results.map(({ path, text, line }) => coded(path, text, line))
        // A random scan may well fix nearly everything; it is not to be held.
        const query = { project: name, ref, accept_empty: 'true' }
        await scan(file, query)
        const chosen = (await all())[decided]
        if (chosen) await decide(chosen.id)
        for (const { which, same } of answers) {
          const open = []
          for (const { id } of await all()) {
            const { matches } = await read(id)
            open.push(...matches.flatMap((match) => (match.resolvable ? [{ id, match: match.id }] : [])))
          }
          const one = open[which % Math.max(open.length, 1)]
          if (!one) break
          expect((await resolve(one.id, one.match, same)).status).toBe(200)
          resolved += 1
        }
        const before = await standing(service, name)
        const again = await scan(file, query)
        expect(again.report).toMatchObject({ new: 0, fixed: 0, removed: 0, reopened: 0, moved: 0 })
        const after = await standing(service, name)
        expect(after).toEqual(before)
        const there = after.filter(({ state }) => state === 0 || state === 2)
        expect(new Set(there.map((row) => `${row.ref_id} ${row.flaw_id}`)).size).toBe(there.length)
      }
    }),
    { numRuns: 30 },
  )
  expect(resolved).toBeGreaterThan(20)
})

const standing = (service: Awaited<ReturnType<typeof startHistory>>['service'], project: string) =>
  service.services.database.read
    .selectFrom('finding')
    .select(['id', 'ref_id', 'flaw_id', 'state', 'triage_state', 'path', 'line'])
    .where('project_id', '=', (eb) => eb.selectFrom('project').select('id').where('name', '=', project))
    .orderBy('id')
    .execute()
