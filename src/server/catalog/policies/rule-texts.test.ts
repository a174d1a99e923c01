import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { getFinding } from '#contract/operations/findings.ts'
import { getRule, listRules, setRuleText } from '#contract/operations/policies.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

/** What a scan says about the rule `xss`. */
interface Said {
  severity?: string
  message?: string
  cwe?: string
  url?: string
}

const honest = {
  severity: 'ERROR',
  message: 'Escape the name.',
  cwe: 'CWE-79: Cross-site Scripting',
  url: 'https://rules.example/xss',
}
const other = {
  severity: 'INFO',
  message: 'Nothing to see.',
  cwe: 'CWE-1000: Other',
  url: 'https://evil.example/xss',
}

function report({ severity, message, cwe, url }: Said, path = 'app.py') {
  const one = result('xss', path, 'render(name)')
  const metadata = { ...one.extra.metadata, cwe: cwe ? [cwe] : [], source: url }
  return semgrep([{ ...one, extra: { ...one.extra, severity, message, metadata } }])
}

const send = async (
  service: TestService,
  project: string,
  said: Said,
  query: Record<string, string> = {},
) => {
  const { status } = await upload(service, report(said), { project, ref: 'refs/heads/main', ...query })
  expect(status).toBe(201)
}

const ruleOf = async (service: TestService) =>
  (await service.call(getRule, { path: { rulePath: 'xss' } })).body.rule

/** What the findings of a project say about the rule. */
async function shown(service: TestService, project: string, query: Record<string, string> = {}) {
  const [finding] = await codeFindings(service, { repos: project, ...query })
  return { cwe: finding?.rule.cweNames?.[0], message: finding?.rule.message }
}

const honestText = { cwe: honest.cwe, message: honest.message }
const otherText = { cwe: other.cwe, message: other.message }

async function threeProjects() {
  const service = await startTestService()
  for (const project of ['a', 'b', 'c']) await send(service, project, honest)
  return service
}

describe('what a scan says about a rule', () => {
  test('belongs to its project', async () => {
    const service = await threeProjects()
    const before = await ruleOf(service)
    await send(service, 'c', other)
    expect(await ruleOf(service)).toMatchObject({
      severity: 'SEVERITY_HIGH',
      message: honest.message,
      url: honest.url,
      cweCategories: before.cweCategories,
    })
    expect(await shown(service, 'a')).toEqual(honestText)
    expect(await shown(service, 'c')).toEqual(otherText)
  })

  test('is in the exports and the search of its project', async () => {
    const service = await threeProjects()
    await send(service, 'c', other)
    const file = async (format: string) =>
      (await service.call(exportFindings, { query: { issue_type: 'sast', format } })).text
    const lines = (await file('csv')).split('\n').filter((line) => line.includes('CWE-1000'))
    expect(lines).toEqual([expect.stringContaining(',c,')])
    const { results, tool } = JSON.parse(await file('sarif')).runs[0]
    const rules: { id: string; helpUri: string }[] = tool.driver.rules
    expect(rules.map(({ id, helpUri }) => [id, helpUri]).toSorted()).toEqual([
      ['xss', other.url],
      ['xss', honest.url],
    ])
    for (const one of results)
      expect(rules[one.ruleIndex]?.helpUri).toBe(one.properties.project === 'c' ? other.url : honest.url)
    const found = async (q: string) =>
      (await codeFindings(service, { q })).map(({ repository }) => repository.name)
    expect(await found('nothing to see')).toEqual(['c'])
  })

  test('on another branch changes nothing, once the primary branch has said it', async () => {
    const service = await threeProjects()
    await send(service, 'c', other, { ref: 'refs/heads/feature' })
    expect(await ruleOf(service)).toMatchObject({ severity: 'SEVERITY_HIGH', message: honest.message })
    const ofBranch = { ref: 'refs/heads/feature' }
    expect((await shown(service, 'c', ofBranch)).cwe).toEqual(honest.cwe)
    expect(await shown(service, 'c')).toEqual(honestText)
  })

  test('is that of its own report before a full scan of the primary branch', async () => {
    const service = await startTestService()
    await send(service, 'a', honest)
    // Neither the pull request nor a diff scan of the primary branch is one.
    await send(service, 'b', other, { ref: 'refs/pull/1/merge' })
    await send(service, 'b', honest, { ref: 'refs/pull/2/merge' })
    expect(await shown(service, 'b', { ref: 'refs/pull/1/merge' })).toEqual(otherText)
    expect(await shown(service, 'b', { ref: 'refs/pull/2/merge' })).toEqual(honestText)
    await send(service, 'b', { ...honest, cwe: 'CWE-80: Basic XSS' })
    for (const ref of ['refs/pull/1/merge', 'refs/pull/2/merge', 'refs/heads/main'])
      expect((await shown(service, 'b', { ref })).cwe).toEqual('CWE-80: Basic XSS')
    expect(await shown(service, 'a')).toEqual(honestText)
  })

  test('is the deployment’s once most projects say it, and the others keep theirs', async () => {
    const service = await threeProjects()
    await send(service, 'c', other)
    expect((await ruleOf(service)).severity).toBe('SEVERITY_HIGH')
    await send(service, 'b', other)
    expect(await ruleOf(service)).toMatchObject({
      severity: 'SEVERITY_LOW',
      message: other.message,
      url: other.url,
      cweCategories: [other.cwe],
    })
    expect(await shown(service, 'a')).toEqual(honestText)
    expect(await shown(service, 'b')).toEqual(otherText)
    // Stored only where it differs.
    const rows = await service.services.database.read.selectFrom('rule_text').selectAll().execute()
    expect(rows).toMatchObject([{ project_id: 1, ref_id: 0, title: null, url: honest.url }])
  })

  test('of a rule that others only list does not count for them', async () => {
    const service = await startTestService()
    const listing = (level: string, results: object[] = []) => ({
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'CodeQL',
              rules: [{ id: 'js/xss', defaultConfiguration: { level } }, { id: 'js/other' }],
            },
          },
          results,
        },
      ],
    })
    const hit = {
      ruleId: 'js/xss',
      message: { text: 'Here.' },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: 1 } } }],
    }
    for (const project of ['a', 'b']) await upload(service, listing('error'), { project })
    await upload(service, listing('note', [hit]), { project: 'c' })
    const { body } = await service.call(getRule, { path: { rulePath: 'js/xss' } })
    expect(body.rule.severity).toBe('SEVERITY_HIGH')
  })

  test('is provisional until a full scan of a primary branch reports the rule', async () => {
    const service = await startTestService()
    await send(service, 'b', honest)
    const rest = { ...result('xss2', 'b.py', 'f(x)') }
    await upload(service, semgrep([{ ...rest, check_id: 'new' }]), {
      project: 'b',
      ref: 'refs/heads/feature',
    })
    const rule = async () => (await service.call(getRule, { path: { rulePath: 'new' } })).body.rule
    expect(await rule()).toMatchObject({ provisional: true, message: 'xss2 was found.' })
    await upload(
      service,
      semgrep([{ ...rest, check_id: 'new', extra: { ...rest.extra, message: 'The text.' } }]),
      { project: 'a' },
    )
    expect(await rule()).toMatchObject({ provisional: false, message: 'The text.' })
    const [finding] = await codeFindings(service, { repos: 'b', ref: 'refs/heads/feature', rules: 'new' })
    expect(finding?.rule.message).toBe('xss2 was found.')
  })

  test('is in the audit log once for each scan that changes it', async () => {
    const service = await threeProjects()
    await upload(service, report(honest, 'other.py'), { project: 'c' })
    const events = async () =>
      (await service.call(listAudit, {})).body.events.filter(({ action }) => action === 'rule_texts.changed')
    expect(await events()).toEqual([])
    await send(service, 'c', { ...honest, severity: 'INFO', url: other.url })
    expect(await events()).toMatchObject([
      {
        target: 'c',
        detail: {
          count: 1,
          tool: 'Semgrep',
          rules: [
            {
              rule: 'xss',
              severity: { from: 'high', to: 'low' },
              url: { from: honest.url, to: other.url },
            },
          ],
        },
      },
    ])
  })

  test('is set by an administrator on the page of the rule, and reverted', async () => {
    const service = await threeProjects()
    await send(service, 'c', other)
    const path = { rulePath: 'xss' }
    const set = (body: object, token?: string) =>
      service.call(setRuleText, { path, body, ...(token ? { token } : {}) })
    const fixed = {
      title: 'Cross-site scripting',
      severity: 'SEVERITY_CRITICAL',
      url: 'https://acme.example/xss',
    }
    expect((await set({ fixed }, await service.mint({ scopes: ['findings:read'] }))).status).toBe(403)
    expect((await set({ fixed: { url: 'javascript:alert(1)' } })).status).toBe(400)
    expect((await set({ fixed })).body.fixed).toMatchObject({ texts: fixed })
    expect(await ruleOf(service)).toMatchObject({
      ...fixed,
      message: honest.message,
      fixed: { texts: fixed },
      reported: { title: null, severity: 'SEVERITY_HIGH', url: honest.url },
      differences: expect.arrayContaining([
        { field: 'severity', value: 'low', projects: 1, names: ['c'] },
        { field: 'url', value: other.url, projects: 1, names: ['c'] },
      ]),
    })
    const found = await service.call(listRules, { query: { q: 'cross-site scripting' } })
    expect(found.body.rules.map(({ title, severity }) => [title, severity])).toEqual([
      [fixed.title, fixed.severity],
    ])
    // Findings show what their project says, and no scan changes what an administrator set.
    expect(await shown(service, 'a')).toEqual(honestText)
    await send(service, 'b', other)
    expect(await ruleOf(service)).toMatchObject({ ...fixed, reported: { severity: 'SEVERITY_LOW' } })
    expect((await set({ fixed: {}, expectedAt: null })).status).toBe(409)
    expect((await set({ fixed: {} })).body).toEqual({ fixed: null })
    expect(await ruleOf(service)).toMatchObject({ title: null, severity: 'SEVERITY_LOW', fixed: null })
    const { events } = (await service.call(listAudit, {})).body
    expect(events.filter(({ action }) => action === 'rule.text_set')).toMatchObject([
      { target: 'xss', detail: { severity: { from: 'critical', to: 'low' } } },
      { target: 'xss', detail: { severity: { from: 'high', to: 'critical' }, title: { from: null } } },
    ])
  })

  test('that differs within one report belongs to its findings', async () => {
    const service = await startTestService()
    const [one, two] = [result('xss', 'a.py', 'f(a)'), result('xss', 'b.py', 'f(b)')]
    const say = (each: typeof one, message: string) => ({ ...each, extra: { ...each.extra, message } })
    await upload(service, semgrep([say(one, 'a is not escaped.'), say(two, 'b is not escaped.')]))
    expect((await ruleOf(service)).message).toBeNull()
    const findings = await codeFindings(service)
    expect(findings.map(({ rule_message }) => rule_message).toSorted()).toEqual([
      'a is not escaped.',
      'b is not escaped.',
    ])
    for (const { id, rule_message } of findings)
      expect((await service.call(getFinding, { path: { id } })).body.rule.message).toBe(rule_message)
  })
})
