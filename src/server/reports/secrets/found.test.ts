import { describe, expect, test } from 'vitest'
import { onlyFinding, read, semgrepFile } from '../testing/read.ts'

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'
const password = 'swordfish77horse'
const region = (text: string) => ({ startLine: 3, endLine: 3, snippet: { text } })
const sarif = (tool: string, result: object, rule: object = {}) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: tool, rules: [{ id: 'rule', ...rule }] } },
      results: [
        {
          ruleId: 'rule',
          message: { text: 'A secret was found' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'a.py' }, region: region('') } }],
          ...result,
        },
      ],
    },
  ],
})
const at = (text: string) => [
  { physicalLocation: { artifactLocation: { uri: 'a.py' }, region: region(text) } },
]
const semgrep = (check_id: string, extra: object) => ({
  check_id,
  path: 'a.py',
  start: { line: 3, col: 1 },
  end: { line: 3, col: 200 },
  extra: { message: 'A secret was found', severity: 'ERROR', ...extra },
})
const secretsAnswer = (more: object) => ({
  findings: [
    {
      id: '5',
      type: 'Password',
      rule_name: 'generic.secrets.password',
      finding_path: 'a.py:3',
      validation_state: 'VALIDATION_STATE_NO_VALIDATOR',
      ...more,
    },
  ],
})

async function isNowhere(file: object, value: string) {
  const report = await read(file)
  const finding = onlyFinding(report, 'secret')
  expect(JSON.stringify(report).toLowerCase()).not.toContain(value.toLowerCase())
  return finding
}

describe('a secret is stored nowhere', () => {
  test('of gitleaks SARIF, whose `region.snippet` is the value', async () => {
    const finding = await isNowhere(sarif('gitleaks', { locations: at(token) }), token)
    expect(finding.secretHash).not.toBeNull()
  })

  test('of Semgrep SARIF with `generic.secrets.…` rules', async () => {
    const id = 'generic.secrets.security.detected-github-token'
    const result = {
      ruleId: id,
      locations: at(`token = "${token}"`),
      fingerprints: { 'matchBasedId/v1': token },
    }
    const finding = await isNowhere(sarif('Semgrep OSS', result, { id }), token)
    expect(finding.secretHash).not.toBeNull()
  })

  test('of Semgrep JSON of a `generic.secrets.…` rule without `validation_state`', async () => {
    const extra = { lines: `token = "${token}"`, fingerprint: token, message: `Found ${token}` }
    const finding = await isNowhere(
      semgrepFile([semgrep('generic.secrets.security.detected-github-token', extra)]),
      token,
    )
    expect(finding.secretHash).not.toBeNull()
  })

  test.each([
    ['in quotes', `The password "${password}" was found.`],
    ['after a word for it', `Password ${password} was found.`],
    ['after an equals sign', `Found db_password=${password}`],
    ['of letters alone', 'The token hunterhunterhunter was found.'],
  ])('a value in the message of a secrets answer, %s', async (_, rule_message) => {
    const value = rule_message.includes(password) ? password : 'hunterhunterhunter'
    await isNowhere(secretsAnswer({ rule_message }), value)
  })

  test('a value in the comment of a secrets answer', async () => {
    const triage_comment = `Not in use: ${password} was rotated`
    await isNowhere(secretsAnswer({ triage_comment, triage_state: 'ignored' }), password)
  })

  test('a value in the message, title and comment of a secrets answer', async () => {
    const response = secretsAnswer({
      rule_message: 'The password "hunterhunt" was found.',
      rule: { title: 'Secret: hunterhunt', message: 'HUNTERHUNT' },
      triage_comment: 'see hunterhunt',
      external_ticket: { external_slug: 'hunterhunt', url: 'https://t.example/hunterhunt' },
      match_based_id: 'hunterhunt',
      finding_path_url: 'https://t.example/a.py?q=hunterhunt',
      ref: 'refs/heads/hunterhunt',
    })
    await isNowhere(response, 'hunterhunt')
  })

  test.each(['deadbeefcafe0123deadbeefcafe0123', password, 'p@ssword!'])(
    'a value in lower case in the message: %s',
    async (value) => {
      const extra = {
        lines: 'requires login',
        message: `It says ${value} there`,
        validation_state: 'CONFIRMED_VALID',
      }
      await isNowhere(semgrepFile([semgrep('generic.secrets.password', extra)]), value)
    },
  )

  test('a value that the message writes in lower case', async () => {
    const message = { text: `Found ${token.toLowerCase()}` }
    await isNowhere(sarif('gitleaks', { locations: at(token), message }), token)
  })
})
