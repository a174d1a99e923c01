import { describe, expect, test } from 'vitest'
import { getPolicy, getRule, listPolicies, setRuleMode } from '#contract/operations/policies.ts'
import { deleteProject } from '#contract/operations/projects.ts'
import { getScan } from '#contract/operations/scans.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from './testing/upload.ts'

interface Said {
  title: string
  cwe: string
  level: 'error' | 'warning' | 'note'
  uri: string
}

/** A SARIF file of one tool with one result of each rule. */
function sarif(tool: string, rules: Record<string, Partial<Said>>) {
  const all = Object.entries(rules).map(([id, text]) => ({
    id,
    title: `${id} of ${tool}`,
    cwe: 'cwe-1',
    level: 'warning',
    uri: `${tool.toLowerCase()}.js`,
    ...text,
  }))
  return {
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool,
            rules: all.map(({ id, title, cwe, level }) => ({
              id,
              shortDescription: { text: title },
              fullDescription: { text: `${title}, in full` },
              defaultConfiguration: { level },
              properties: { tags: [`external/cwe/${cwe}`] },
            })),
          },
        },
        results: all.map(({ id, uri }) => ({
          ruleId: id,
          message: { text: `${id} was found.` },
          locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 3 } } }],
        })),
      },
    ],
  }
}

const eslint = sarif('ESLint', {
  'no-eval': { title: 'Eval is slow', cwe: 'cwe-95', level: 'note', uri: 'eslint.js' },
})
const other = sarif('Checkmarx One', {
  'no-eval': { title: 'Code injection', cwe: 'cwe-94', level: 'error', uri: 'other.js' },
})

/** Of each finding by its file: what the list says of its rule. */
async function rulesByFile(service: TestService, query: Record<string, string> = {}) {
  const findings = await codeFindings(service, query)
  return Object.fromEntries(
    findings.map(({ location, rule_name, rule, severity, rule_message }) => [
      location?.filePath,
      { rule_name, name: rule.name, cwe: rule.cweNames, severity, message: rule.message ?? rule_message },
    ]),
  )
}

const rule = async (service: TestService, rulePath: string) =>
  (await service.call(getRule, { path: { rulePath } })).body.rule

async function codePolicy(service: TestService): Promise<string> {
  const { policies } = (await service.call(listPolicies)).body
  const matches = policies.find(({ productType }) => productType === 'PRODUCT_TYPE_SAST')
  if (!matches) throw new Error('a deployment has a policy for code')
  return matches.id
}

/** The mode and tool of each rule of the code policy. */
async function modes(service: TestService) {
  const { body } = await service.call(getPolicy, { path: { policyId: await codePolicy(service) } })
  return Object.fromEntries(body.rules.map(({ path, policyMode, tool }) => [path, [policyMode, tool]]))
}

async function setMode(service: TestService, rulePath: string, policyMode: string) {
  const path = { policyId: await codePolicy(service) }
  const { status } = await service.call(setRuleMode, { path, body: { rulePath, policyMode } })
  expect(status).toBe(200)
}

describe('two tools with the same rule id', () => {
  const text = {
    ESLint: {
      title: 'Eval is slow',
      cwe: [expect.stringMatching(/^CWE-95/)],
      severity: 'low',
      uri: 'eslint.js',
    },
    'Checkmarx One': {
      title: 'Code injection',
      cwe: [expect.stringMatching(/^CWE-94/)],
      severity: 'high',
      uri: 'other.js',
    },
  }
  const files = { ESLint: eslint, 'Checkmarx One': other }

  test.each([
    ['ESLint', 'Checkmarx One'],
    ['Checkmarx One', 'ESLint'],
  ] as const)('have a rule each, %s before %s', async (first, second) => {
    const service = await startTestService()
    const paths = { [first]: 'no-eval', [second]: `${second}/no-eval` }
    const expected = Object.fromEntries(
      ([first, second] as const).map((tool) => {
        const { uri, cwe, severity } = text[tool]
        return [uri, expect.objectContaining({ rule_name: paths[tool], name: paths[tool], cwe, severity })]
      }),
    )
    for (const tool of [first, second, first]) {
      await upload(service, files[tool])
      service.clock.now += 60_000
    }
    expect(await rulesByFile(service)).toEqual(expected)
    for (const tool of [first, second])
      expect(await rule(service, paths[tool] ?? '')).toMatchObject({
        path: paths[tool],
        tool,
        title: text[tool].title,
        message: `${text[tool].title}, in full`,
        cweCategories: text[tool].cwe,
      })

    await setMode(service, 'no-eval', 'MODE_BLOCK')
    await setMode(service, `${second}/no-eval`, 'MODE_COMMENT')
    expect(await modes(service)).toEqual({
      'no-eval': ['MODE_BLOCK', first],
      [`${second}/no-eval`]: ['MODE_COMMENT', second],
    })
    for (const path of Object.values(paths))
      expect(Object.keys(await rulesByFile(service, { 'rules[]': path }))).toHaveLength(1)
    const blocking = { policies: 'rule-board-block' }
    expect(Object.keys(await rulesByFile(service, blocking))).toEqual([text[first].uri])
  })

  test('keep their paths whatever comes after', async () => {
    const service = await startTestService()
    await upload(service, other)
    await upload(service, eslint)
    await upload(service, sarif('Checkmarx One', {}))
    await upload(service, sarif('ESLint', {}))
    await service.call(deleteProject, { path: { projectName: 'acme/shop' } })
    await upload(service, eslint, { project: 'acme/api' })
    await upload(service, other, { project: 'acme/api' })
    expect(await rulesByFile(service)).toMatchObject({
      'eslint.js': { rule_name: 'ESLint/no-eval' },
      'other.js': { rule_name: 'no-eval' },
    })
  })

  test('in one file have a rule each too', async () => {
    const service = await startTestService()
    const runs = [...eslint.runs, ...other.runs]
    expect((await upload(service, { version: '2.1.0', runs })).body.report).toMatchObject({ new: 2 })
    expect(await rulesByFile(service)).toMatchObject({
      'eslint.js': { rule_name: 'no-eval' },
      'other.js': { rule_name: 'Checkmarx One/no-eval' },
    })
  })

  test('are switched off each on its own, under the id that the tool knows', async () => {
    const service = await startTestService()
    await upload(service, other)
    await upload(service, eslint)
    const off = { id: 'no-eval', defaultConfiguration: { enabled: false } }
    const run = { tool: { driver: { name: 'ESLint', rules: [off] } }, results: [] }
    const { body } = await upload(service, { version: '2.1.0', runs: [run] })
    // It is removed, since its rule did not look for it.
    expect(body.report).toMatchObject({ fixed: 0 })
    expect(Object.keys(await rulesByFile(service))).toEqual(['other.js'])
  })

  test('are numbered where even the name with the tool is taken', async () => {
    const service = await startTestService()
    await upload(service, other)
    await upload(service, sarif('Third', { 'ESLint/no-eval': {} }))
    await upload(service, sarif('ESLint', { 'no-eval': {}, 'ESLint/no-eval-2': { uri: 'own.js' } }))
    expect(await rulesByFile(service)).toMatchObject({
      'other.js': { rule_name: 'no-eval' },
      'third.js': { rule_name: 'ESLint/no-eval' },
      'eslint.js': { rule_name: 'ESLint/no-eval-3' },
      'own.js': { rule_name: 'ESLint/no-eval-2' },
    })
    expect(await rule(service, 'ESLint/no-eval-3')).toMatchObject({ tool: 'ESLint' })
  })

  test('can be given a mode however long the id is', async () => {
    const service = await startTestService()
    const long = 'r'.repeat(1000)
    await upload(service, sarif('One', { [long]: {} }))
    await upload(service, sarif('Two', { [long]: {} }))
    const paths = (await codeFindings(service)).map((each) => each.rule_name)
    expect(new Set(paths).size).toBe(2)
    for (const path of paths) await setMode(service, path, 'MODE_BLOCK')
  })
})

test('a rule that no scan has reported yet becomes that of the first tool that does', async () => {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const rule_id = await rows.rule({ path: 'no-eval', severity: 3 })
  await rows.policyRule({ policy_id: Number(await codePolicy(service)), rule_id, mode: 2 })
  expect(await rule(service, 'no-eval')).toMatchObject({ tool: null })
  await upload(service, eslint)
  await upload(service, other)
  expect(await modes(service)).toEqual({
    'no-eval': ['MODE_BLOCK', 'ESLint'],
    'Checkmarx One/no-eval': ['MODE_MONITOR', 'Checkmarx One'],
  })
  expect(await rule(service, 'no-eval')).toMatchObject({ id: String(rule_id), title: 'Eval is slow' })
})

describe('names and versions of one tool', () => {
  const two = { xss: { uri: 'a.py' }, sqli: { uri: 'b.py' } }
  const one = { xss: { uri: 'a.py' } }

  test.each([
    ['Semgrep OSS', 'Semgrep PRO'],
    ['CodeQL', 'CodeQL command-line toolchain'],
    ['eslint', 'ESLint'],
    ['Bandit 1.7.5', 'Bandit 1.8.0'],
    ['In-house check v1', 'In-house check v2'],
  ])('%s and %s are one source and one set of rules', async (before, after) => {
    const service = await startTestService()
    await upload(service, sarif(before, two))
    const { body } = await upload(service, sarif(after, one))
    expect(body.report).toMatchObject({ new: 0, fixed: 1, unchanged: 1 })
    expect(await rulesByFile(service, { status: 'open' })).toMatchObject({ 'a.py': { rule_name: 'xss' } })
    expect(Object.keys(await modes(service)).toSorted()).toEqual(['sqli', 'xss'])
    // The scan goes on to say what the tool called itself.
    expect(body.meta).toMatchObject({ config: after })
  })

  test('are one source in one file', async () => {
    const service = await startTestService()
    const runs = [
      ...sarif('Semgrep OSS', { xss: { uri: 'a.py' } }).runs,
      ...sarif('Semgrep PRO', { sqli: { uri: 'b.py' } }).runs,
    ]
    expect((await upload(service, { version: '2.1.0', runs })).body.report).toMatchObject({
      new: 2,
      fixed: 0,
    })
    expect(Object.keys(await rulesByFile(service, { status: 'open' })).toSorted()).toEqual(['a.py', 'b.py'])
  })

  test('are one source whatever the format', async () => {
    const service = await startTestService()
    await upload(service, semgrep([result('xss', 'a.py', 'render(name)')]))
    const { body } = await upload(service, sarif('Semgrep OSS', { sqli: {} }))
    expect(body.report).toMatchObject({ new: 1, fixed: 1 })
    const scanId = String(body.id)
    const scan = await service.call(getScan, { path: { scanId }, query: { include: 'summary' } })
    expect(scan.body).toMatchObject({ summary: { tool: 'Semgrep' } })
  })

  test('bring the same file only once', async () => {
    const service = await startTestService()
    const file = sarif('Semgrep PRO', two)
    const { body } = await upload(service, file, { commit: 'c0ffee' })
    const again = await upload(service, file, { commit: 'c0ffee' })
    expect([again.status, again.body.id]).toEqual([200, body.id])
  })

  test('are known in a large file too', async () => {
    const service = await startTestService()
    const many = (tool: string) => {
      const file = sarif(tool, { xss: { uri: 'a.py' } })
      const [run] = file.runs
      if (!run) throw new Error('a run was written')
      const [matches] = run.results
      const results = Array.from({ length: 1200 }, (_, index) => ({
        ...matches,
        message: { text: `Number ${index}` },
      }))
      return { ...file, runs: [{ ...run, results }] }
    }
    await upload(service, sarif('Checkmarx One', { xss: {} }))
    await upload(service, many('Semgrep OSS'))
    const { body } = await upload(service, many('Semgrep PRO'))
    expect(body.report).toMatchObject({ new: 0, fixed: 0, unchanged: 1200 })
    expect(await codeFindings(service, { 'rules[]': 'Semgrep/xss' })).toHaveLength(1200)
  })
})
