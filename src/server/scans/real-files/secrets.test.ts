import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { triage } from '#contract/operations/triage.ts'
import { repeatedOnEngine } from '#server/testing/database.ts'
import { sarif, sarifResult } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()
const value = 'q7#vL2-w!e9$tZ(n4%rK8^yB1'

/** All that the service answers about a project. */
async function answers(shop: Project): Promise<string> {
  const texts: unknown[] = [await shop.code(), await shop.secrets()]
  for (const { id } of [...(await shop.code()), ...(await shop.secrets())]) texts.push(await shop.finding(id))
  for (const format of ['json', 'sarif', 'csv'] as const)
    for (const issue_type of ['sast', 'secrets'] as const)
      texts.push(await shop.service.call(exportFindings, { query: { repos: shop.name, issue_type, format } }))
  return JSON.stringify(texts)
}

const reported = (tool: string, rule: Rule, message: string, line: string | null) =>
  sarif(
    tool,
    [
      sarifResult(rule.id, 'shop/config.py', 7, {
        message: { text: message },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'shop/config.py' },
              region: { startLine: 7, ...(line === null ? {} : { snippet: { text: line } }) },
            },
          },
        ],
      }),
    ],
    { rules: [rule] },
  )
interface Rule {
  id: string
  name?: string
  [member: string]: unknown
}

const described = (id: string, text: string) => ({ id, shortDescription: { text } })

describe('the value of a hard-coded credential is in no answer', () => {
  test.each(
    repeatedOnEngine<[string, object, string | null]>([
      [
        'Bandit before it named weaknesses',
        reported(
          'Bandit',
          { id: 'B105', name: 'hardcoded_password_string' },
          `Possible hardcoded password: '${value}'`,
          `KEY = '${value}'\n`,
        ),
        `KEY = '[removed]'`,
      ],
      [
        'Bandit, of an argument',
        reported(
          'Bandit',
          { id: 'B106' },
          `Possible hardcoded password: '${value}'`,
          `login(password='${value}')`,
        ),
        `login(password='[removed]')`,
      ],
      [
        'Salus, in the text of the rule',
        reported(
          'Bandit',
          { id: 'B105', fullDescription: { text: `Possible hardcoded password: '${value}'` } } as {
            id: string
          },
          `Possible hardcoded password: '${value}'`,
          null,
        ),
        null,
      ],
      [
        'gosec',
        reported(
          'gosec',
          described('G101', 'Potential hardcoded credentials'),
          'Potential hardcoded credentials',
          `pass := "${value}"`,
        ),
        'pass := "[removed]"',
      ],
      [
        'SpotBugs',
        reported(
          'SpotBugs',
          described('HARD_CODE_PASSWORD', 'Hard coded password.'),
          'Hard coded password found',
          `String p = "${value}";`,
        ),
        'String p = "[removed]";',
      ],
      [
        'SonarQube',
        reported(
          'SonarQube',
          { id: 'python:S2068' },
          `'pw' detected here, review this potentially hard-coded credential.`,
          `pw = '${value}'`,
        ),
        `pw = '[removed]'`,
      ],
      [
        'DevSkim',
        reported(
          'DevSkim',
          described('DS173237', 'Do not store tokens or keys in source code.'),
          'Do not store tokens or keys in source code.',
          `t = '${value}'`,
        ),
        `t = '[removed]'`,
      ],
      [
        'PVS-Studio',
        reported(
          'PVS-Studio',
          described('V5013', 'Storing credentials inside source code can lead to issues.'),
          'Storing credentials inside source code',
          `p = "${value}"`,
        ),
        'p = "[removed]"',
      ],
      [
        'Psalm',
        reported(
          'Psalm',
          { id: 'TaintedUserSecret' },
          'Detected tainted user secret leaking',
          `echo "${value}";`,
        ),
        'echo "[removed]";',
      ],
      [
        'ESLint',
        reported(
          'ESLint',
          { id: 'no-secrets/no-secrets' },
          `Found a string with entropy 4.8 : "${value}"`,
          `const k = '${value}'`,
        ),
        `const k = '[removed]'`,
      ],
      [
        'Checkov',
        reported(
          'Checkov',
          { id: 'CKV_SECRET_6', name: 'Base64 High Entropy String' },
          'Base64 High Entropy String',
          `k: ${value}`,
        ),
        'k: [removed]',
      ],
      [
        'KICS',
        reported(
          'KICS',
          {
            id: '487f4be7-3fd9-4506-a07a-eae252180c08',
            name: 'Passwords And Secrets - Generic Password',
          },
          'Hardcoded secret key appears in source',
          `password: ${value}`,
        ),
        'password: [removed]',
      ],
    ]),
  )('%s', async (_, file, line) => {
    const shop = await project()
    await shop.send(file)
    const found = [...(await shop.code()), ...(await shop.secrets())]
    expect(found).toHaveLength(1)
    const said = await answers(shop)
    expect(said).not.toContain(JSON.stringify(value).slice(1, -1))
    expect(said.toLowerCase()).not.toContain('tz(n4')
    const [code] = await shop.code()
    if (code && line !== null)
      expect(await shop.finding(code.id)).toMatchObject({ code: { startLine: 7, lines: [line] } })
  })
})

describe('the path of a secret stays', () => {
  const token = ['ghp', '0123456789abcdefABCDEF0123456789abcd'].join('_')
  const leak = (path: string, secret: string) => [
    {
      RuleID: 'generic-api-key',
      Description: 'Generic API key',
      StartLine: 3,
      EndLine: 3,
      Match: `api_key = '${secret}'`,
      Secret: secret,
      File: path,
      Commit: '',
      Fingerprint: `${path}:generic-api-key:3`,
    },
  ]
  const bandit = (path: string, secret: string) => {
    const rule = { id: 'B105', properties: { tags: ['security', 'external/cwe/cwe-259'] } }
    const file = reported('Bandit', rule, `Possible hardcoded password: '${secret}'`, `KEY = '${secret}'`)
    return JSON.parse(JSON.stringify(file).replaceAll('shop/config.py', path))
  }

  test.each(
    repeatedOnEngine<[string, object, string]>([
      [
        'a folder, in other case',
        bandit('acmeshop/acmeshop/settings.py', 'ACMESHOP'),
        'acmeshop/acmeshop/settings.py',
      ],
      [
        'a folder of two words',
        leak('deploy/acme-staging/values.yaml', 'acme-staging'),
        'deploy/acme-staging/values.yaml',
      ],
      ['a common word', bandit('auth/password/reset.py', 'password'), 'auth/password/reset.py'],
      ['the name of the file', bandit('deploy/production.py', 'production'), 'deploy/production.py'],
      ['a word with a number', leak('hosts/web2024/conf.ini', 'web2024'), 'hosts/web2024/conf.ini'],
      ['a token', leak(`keys/${token}.pem`, token), 'keys/[removed].pem'],
      ['letters and digits', leak('keys/a8Kq2Zr7Lw1Xe9/x.env', 'a8Kq2Zr7Lw1Xe9'), 'keys/[removed]/x.env'],
    ]),
  )('%s', async (_, file, path) => {
    const shop = await project()
    await shop.send(file)
    const [secret] = await shop.secrets()
    expect((await shop.finding(secret?.id ?? '')).location).toMatchObject({ filePath: path })
  })

  /** Stores the paths as a version did that took a value out of each segment that was it. */
  const asStoredEarlier = (shop: Project, path: string, stored: string) =>
    shop.service.services.database.write((transaction) =>
      sql`update finding set path = ${stored} where path = ${path}`.execute(transaction),
    )

  test.each(
    repeatedOnEngine<[string, object, string, string]>([
      [
        'Bandit',
        bandit('blogshop/blogshop/settings.py', 'blogshop'),
        'blogshop/blogshop/settings.py',
        '[removed]/[removed]/settings.py',
      ],
      [
        'Gitleaks',
        leak('deploy/blog-staging/values.yaml', 'blog-staging'),
        'deploy/blog-staging/values.yaml',
        'deploy/[removed]/values.yaml',
      ],
    ]),
  )(
    'and replaces one that an earlier version redacted, with the decision: %s',
    async (_, file, path, stored) => {
      const shop = await project()
      await shop.send(file)
      const [secret] = await shop.secrets()
      await shop.service.call(triage, {
        body: {
          issue_type: 'secrets',
          issue_ids: [Number(secret?.id)],
          new_triage_state: 'ignored',
          new_triage_reason: 'false_positive',
        },
      })
      await asStoredEarlier(shop, path, stored)
      const { report } = await shop.send(file)
      expect(report).toMatchObject({ new: 0, fixed: 0 })
      const after = await shop.secrets()
      expect(after).toMatchObject([{ id: secret?.id, status: 'FINDING_STATUS_IGNORED' }])
      expect((await shop.finding(secret?.id ?? '')).location).toMatchObject({ filePath: path })
    },
  )
})
