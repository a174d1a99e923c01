import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { getRule, listPolicies, setRuleMode, undoRuleRename } from '#contract/operations/policies.ts'
import type { TestService } from '#server/testing/service.ts'
import { codeFindings, upload } from '../testing/upload.ts'
import { type Match, sarif, semgrepJson } from './testing/hand-written.ts'
import { main, PlainProject } from './testing/plain-project.ts'

const former = 'rules.python.eval'
const newer = 'configs.sec.rules.python.eval'
const feature = 'refs/heads/feature'

const places = [
  { path: 'a.js', line: 3, code: 'eval(x)' },
  { path: 'b.js', line: 7, code: 'eval(y)' },
]
const of = (rule: string, matches: readonly Match[] = places) =>
  semgrepJson(
    matches.map((each) => ({ ...each, rule, message: `${rule}.`, fingerprint: `${rule} ${each.code}` })),
  )

async function firstIgnored(matches: readonly Match[] = places) {
  const project = await PlainProject.start()
  await project.scan(of(former, matches))
  await project.ignore('a.js:3')
  return project
}

const ruleOf = async ({ service }: PlainProject, rulePath: string) =>
  (await service.call(getRule, { path: { rulePath } })).body.rule

const modesOf = async (project: PlainProject, rule: string) =>
  (await ruleOf(project, rule)).policies.map(({ policyMode }) => policyMode)

async function setMode({ service }: PlainProject, rulePath: string, policyMode: string) {
  const { policies } = (await service.call(listPolicies)).body
  const policyId = policies.find(({ productType }) => productType === 'PRODUCT_TYPE_SAST')?.id ?? ''
  const { status } = await service.call(setRuleMode, { path: { policyId }, body: { rulePath, policyMode } })
  expect(status).toBe(200)
}

const rulesIn = async (service: TestService, query: Record<string, string>) =>
  (await codeFindings(service, query)).map(({ rule_name: rule }) => rule)

const undo = async (project: PlainProject) => {
  const [rename] = (await ruleOf(project, newer)).renames
  return project.service.call(undoRuleRename, { path: { rename_id: rename?.id ?? 0 } })
}

describe('a renamed rule', () => {
  test('keeps its mode and its changes, and is on record', async () => {
    const project = await firstIgnored()
    await setMode(project, former, 'MODE_BLOCK')
    await project.scan(of(newer))
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    expect((await project.rows()).map(({ rule }) => rule)).toEqual([newer, newer])
    expect(await modesOf(project, newer)).toEqual(['MODE_BLOCK'])
    const rule = await ruleOf(project, newer)
    expect(rule.changes).toMatchObject([{ from: 'MODE_MONITOR', to: 'MODE_BLOCK' }])
    expect(rule.renames).toMatchObject([
      { from: former, to: newer, project: project.name, tool: 'Semgrep', undone_at: null },
    ])
    expect((await ruleOf(project, former)).renames).toEqual(rule.renames)
    const { body } = await project.service.call(listAudit, { query: { action: 'rule.renamed' } })
    expect(body.events).toMatchObject([{ target: newer, detail: { from: former, project: project.name } }])
  })

  test('is selected by its former path', async () => {
    const project = await firstIgnored()
    await project.scan(of(newer))
    expect(await rulesIn(project.service, { rules: former })).toEqual([newer, newer])
    expect(await rulesIn(project.service, { not_rules: former })).toEqual([])
    expect(await rulesIn(project.service, { rules: newer })).toHaveLength(2)
  })

  test('is in the history of its findings, of fixed ones too', async () => {
    const project = await firstIgnored([...places, { path: 'c.js', line: 9, code: 'eval(z)' }])
    await project.scan(of(former))
    await project.scan(of(newer))
    const rows = await project.rows()
    expect(rows.map(({ rule, state }) => [rule, state]).toSorted()).toEqual([
      [newer, 'fixed'],
      [newer, 'unresolved'],
      [newer, 'unresolved'],
    ])
  })

  test('in another project stays as it is', async () => {
    const project = await firstIgnored()
    const { service } = project
    await upload(service, of(former), { project: 'acme/other' })
    await setMode(project, former, 'MODE_COMMENT')
    await project.scan(of(newer))
    expect(await rulesIn(service, { repos: 'acme/other' })).toEqual([former, former])
    expect(await modesOf(project, former)).toEqual(['MODE_COMMENT'])
    await setMode(project, newer, 'MODE_BLOCK')
    await upload(service, of(newer), { project: 'acme/other' })
    expect(await rulesIn(service, { repos: 'acme/other', status: 'open' })).toEqual([newer, newer])
    // Its modes were known when the second project renamed it.
    expect(await modesOf(project, newer)).toEqual(['MODE_BLOCK'])
  })
})

describe('separated again', () => {
  test('findings have their former rule, and no later scan renames it', async () => {
    const project = await firstIgnored()
    await setMode(project, former, 'MODE_BLOCK')
    await project.scan(of(newer))
    await project.scan(of(newer), { ref: feature })
    const undone = await undo(project)
    expect(undone.body).toMatchObject({ findings: 4, rename: { undone_at: expect.any(String) } })
    expect((await undo(project)).status).toBe(409)
    expect((await project.rows()).map(({ rule }) => rule)).toEqual([former, former])
    expect(await modesOf(project, former)).toEqual(['MODE_BLOCK'])
    expect(await modesOf(project, newer)).toEqual(['MODE_MONITOR'])
    expect(await rulesIn(project.service, { rules: former, ref: main })).toHaveLength(2)
    await project.scan(of(newer))
    expect(await project.there()).toEqual(['a.js:3 open', 'b.js:7 open'])
    await project.scan(of(newer), { ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 open', 'b.js:7 open'])
    const { body } = await project.service.call(listAudit, { query: { action: 'rule.separated' } })
    expect(body.events).toMatchObject([{ target: newer, detail: { findings: 4 } }])
  })

  test('only by an administrator', async () => {
    const project = await firstIgnored()
    await project.scan(of(newer))
    const [rename] = (await ruleOf(project, newer)).renames
    const token = await project.service.mint({ scopes: ['policies:write', 'projects:write'] })
    const path = { rename_id: rename?.id ?? 0 }
    expect((await project.service.call(undoRuleRename, { path, token })).status).toBe(403)
    expect((await project.service.call(undoRuleRename, { path: { rename_id: 99 } })).status).toBe(404)
  })
})

describe('on branches', () => {
  test.each([
    [main, feature],
    [feature, main],
  ])('first on %s, then on %s → both keep the decision', async (first, second) => {
    const project = await firstIgnored()
    await project.scan(of(former), { ref: feature })
    await project.scan(of(newer), { ref: first })
    expect(await project.there(second)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    await project.scan(of(newer), { ref: second })
    for (const ref of [first, second])
      expect(await project.there(ref)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })

  test('an older branch still sends the former id → it inherits, and shows what it sends', async () => {
    const project = await firstIgnored()
    await project.scan(of(newer))
    await project.scan(of(former), { ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
    expect((await project.rows(feature)).map(({ rule }) => rule)).toEqual([former, former])
    await project.scan(of(newer), { ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })

  test('a branch has one place of a rule that main knows to be renamed → kept', async () => {
    const project = await firstIgnored()
    await project.scan(of(newer))
    await project.scan(of(newer, places.slice(0, 1)), { ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored'])
  })

  test('a diff scan after main was renamed → kept', async () => {
    const project = await firstIgnored()
    await project.scan(of(former), { ref: feature })
    await project.scan(of(newer))
    await project.scan(of(newer, places.slice(0, 1)), { ref: feature, kind: 'diff' })
    await project.scan(of(newer), { ref: feature })
    expect(await project.there(feature)).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })
})

describe('what does not tell', () => {
  const offered = ['a.js:3 open uncertain', 'b.js:7 open']

  test('one place → offered', async () => {
    const project = await firstIgnored(places.slice(0, 1))
    await project.scan(of(newer, places.slice(0, 1)))
    expect(await project.there()).toEqual(['a.js:3 open uncertain'])
  })

  test('two rules that fit → offered', async () => {
    const project = await firstIgnored()
    const twins = [newer, 'other.eval'].flatMap((rule) => places.map((each) => ({ ...each, rule })))
    await project.scan(semgrepJson(twins))
    expect(await project.there()).toEqual([
      'a.js:3 open uncertain',
      'a.js:3 open uncertain',
      'b.js:7 open',
      'b.js:7 open',
    ])
  })

  test('a rule that the project knows → offered', async () => {
    const project = await firstIgnored()
    const known = { rule: newer, path: 'z.js', line: 1, code: 'eval(q)', fingerprint: 'z' }
    await project.scan(semgrepJson([...places.map((each) => ({ ...each, rule: former })), known]))
    await project.scan(semgrepJson([...places.map((each) => ({ ...each, rule: newer })), known]))
    expect(await project.there()).toEqual([...offered, 'z.js:1 open'])
  })

  test('another name → offered', async () => {
    const project = await firstIgnored()
    await project.scan(of('rules.python.dangerous-call'))
    expect(await project.there()).toEqual(offered)
  })

  test('the file of another place is gone → kept', async () => {
    const scanned = (paths: string[]) => ({ paths: { scanned: paths } })
    const third = { path: 'c.js', line: 9, code: 'eval(z)' }
    const project = await PlainProject.start()
    await project.scan({ ...of(former, [...places, third]), ...scanned(['a.js', 'b.js', 'c.js']) })
    await project.ignore('a.js:3')
    await project.scan({ ...of(newer), ...scanned(['a.js', 'b.js']) })
    expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  })
})

test('another id with the same name and weakness → kept', async () => {
  const lint = (id: string, name: string) => {
    const file = sarif(places.map((each) => ({ ...each, rule: id })))
    const rules = [{ id, shortDescription: { text: name }, properties: { tags: ['external/cwe/cwe-095'] } }]
    return { ...file, runs: file.runs.map((run) => ({ ...run, tool: { driver: { name: 'Lint', rules } } })) }
  }
  const project = await PlainProject.start()
  await project.scan(lint('B301', 'Use of eval'))
  await project.ignore('a.js:3')
  await project.scan(lint('B307', 'Use of eval'))
  expect(await project.there()).toEqual(['a.js:3 ignored', 'b.js:7 open'])
  await project.scan(lint('B400', 'Use of another function'))
  expect(await project.there()).toEqual(['a.js:3 open uncertain', 'b.js:7 open'])
  const { body } = await project.service.call(listFindings, { query: { rules: 'B301' } })
  expect(body.sastFindings?.findings).toHaveLength(2)
})
