import { describe, expect, it } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { getRule } from '#contract/operations/policies.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, upload } from '../testing/upload.ts'

const resultAt = (ruleId: string, uri: string) => ({
  ruleId,
  message: { text: 'This query depends on a user-provided value.' },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 3 } } }],
})

/** A report with a rule for each description, which has one result. */
const report = (rules: readonly object[]) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: { name: 'CodeQL', rules: rules.map((rule, at) => ({ id: `js/rule-${at}`, ...rule })) },
      },
      results: rules.map((rule, at) =>
        resultAt('id' in rule ? String(rule.id) : `js/rule-${at}`, `src/${at}.js`),
      ),
    },
  ],
})

async function started() {
  const service = await startTestService()
  const send = async (rules: readonly object[], query: Record<string, string> = {}) => {
    expect((await upload(service, report(rules), { ref: 'main', ...query })).status).toBe(201)
    service.clock.now += 60_000
  }
  return { ...service, send, helpAt: (path: string, project?: string) => helpAt(service, path, project) }
}

async function helpAt(service: TestService, path: string, project = 'acme/shop') {
  const findings = await codeFindings(service, { repos: project })
  const id = findings.find((one) => one.location?.filePath === path)?.id ?? 0
  return (await service.call(getFinding, { path: { id } })).body.rule_help
}

const helpOf = async ({ call }: Pick<TestService, 'call'>, rulePath: string) =>
  (await call(getRule, { path: { rulePath } })).body.rule.help

const help =
  '# Query built from user input\nUse parameters.\n```js\nquery(sql, [name])\n```\n* [OWASP](https://owasp.org)'

describe('the explanation of a rule', () => {
  it('is shown with its findings and on its page, in Markdown where the file has it', async () => {
    const service = await started()
    await service.send([
      { help: { text: 'plain', markdown: help }, fullDescription: { text: 'Building a query.' } },
      { help: { text: 'Only plain text.' }, shortDescription: { text: 'A rule' } },
      { help: { text: 'The same.' }, fullDescription: { text: 'The same.' } },
      { fullDescription: { text: 'No help.' } },
    ])
    expect(await service.helpAt('src/0.js')).toBe(help)
    expect(await helpOf(service, 'js/rule-0')).toBe(help)
    expect(await service.helpAt('src/1.js')).toBe('Only plain text.')
    // What its message says is not said twice.
    expect(await service.helpAt('src/2.js')).toBeNull()
    expect(await service.helpAt('src/3.js')).toBeNull()
    // A file without it does not clear it.
    await service.send([{ fullDescription: { text: 'Building a query.' } }])
    expect(await service.helpAt('src/0.js')).toBe(help)
  })

  it('belongs to its project: what another one says about the rule changes nothing', async () => {
    const service = await started()
    await service.send([{ help: { markdown: help } }])
    await service.send([{ help: { markdown: '# Nothing to see' } }], { project: 'acme/other' })
    expect(await service.helpAt('src/0.js')).toBe(help)
    expect(await service.helpAt('src/0.js', 'acme/other')).toBe('# Nothing to see')
    expect(await helpOf(service, 'js/rule-0')).toBe(help)
  })

  it('is bounded, of one rule and of all rules of a run', async () => {
    const service = await started()
    const long = 'x'.repeat(100_000)
    await service.send(Array.from({ length: 70 }, (_, at) => ({ help: { markdown: `${at} ${long}` } })))
    expect(await service.helpAt('src/0.js')).toHaveLength(64_000)
    expect(await service.helpAt('src/69.js')).toBeNull()
  })

  it('has no credentials: of URLs, and what its findings quote', async () => {
    const service = await started()
    const url = 'https://ann:hunter2secret@git.acme.example/docs'
    await service.send([
      { help: { markdown: `See ${url}.` } },
      {
        id: 'js/hardcoded-credentials',
        name: 'HardcodedCredentials',
        shortDescription: { text: 'Hard-coded credentials' },
        help: { markdown: 'Such as `password = "kT9vXw2LqZ8mRb4N"`.' },
      },
    ])
    expect(await service.helpAt('src/0.js')).toBe('See https://ann:[removed]@git.acme.example/docs.')
    expect(await helpOf(service, 'js/hardcoded-credentials')).not.toContain('kT9vXw2LqZ8mRb4N')
  })
})
