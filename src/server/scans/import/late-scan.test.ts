import { expect, test } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

const xss = result('xss', 'app.py', 'render(name)', 10)
const sqli = result('sqli', 'db/query.py', 'execute(text)', 20)
const hour = 3_600_000

test.each(['full', 'diff'])(
  'an older %s scan that is sent later changes no finding, and says why',
  async (kind) => {
    const service = await startTestService()
    const at = (hours: number) => new Date(service.clock.now - hours * hour).toISOString()
    await upload(service, semgrep([xss, sqli]), { started_at: at(30) })
    await upload(service, semgrep([xss]), { started_at: at(20) })
    const before = await codeFindings(service)
    const { status, body } = await upload(service, semgrep([sqli]), { started_at: at(25), kind })
    expect(status).toBe(201)
    expect(body).toMatchObject({ started_at: at(25), stats: { findings: 1 } })
    expect(body.report).toEqual({
      read: 1,
      new: 0,
      fixed: 0,
      unchanged: 0,
      new_in_project: 0,
      removed: 0,
      moved: 0,
      uncertain: 0,
      reopened: 0,
      left_out: [{ reason: 'a newer full scan of the same tool and branch was already imported', count: 1 }],
    })
    expect(await codeFindings(service)).toEqual(before)
    expect(before.map((each) => [each.rule_name, each.status])).toEqual(
      expect.arrayContaining([
        ['xss', 'open'],
        ['sqli', 'fixed'],
      ]),
    )
  },
)

test('an older scan speaks where no newer one of its tool and branch has', async () => {
  const service = await startTestService()
  const old = new Date(service.clock.now - hour).toISOString()
  await upload(service, semgrep([xss]))
  const elsewhere = await upload(service, semgrep([sqli]), { started_at: old, ref: 'release' })
  expect(elsewhere.body.report).toMatchObject({ new: 1, left_out: [] })
  const otherCategory = await upload(service, semgrep([sqli]), { started_at: old, category: 'nightly' })
  expect(otherCategory.body.report).toMatchObject({ new: 1, left_out: [] })
})

test('a newer diff scan does not make a full scan late', async () => {
  const service = await startTestService()
  const at = (hours: number) => new Date(service.clock.now - hours * hour).toISOString()
  await upload(service, semgrep([xss]), { started_at: at(1), kind: 'diff' })
  const { body } = await upload(service, semgrep([sqli]), { started_at: at(2) })
  expect(body.report).toMatchObject({ new: 1, left_out: [] })
})
