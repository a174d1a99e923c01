import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMasked } from '#server/base/credentials/literals.ts'
import { onlyFinding, onlyRun, read, semgrepFile } from '../../../testing/read.ts'
import { secretEverywhere } from '../../../testing/secret-everywhere.ts'

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'
const place = (uri: string, region: object = {}, more: object = {}) => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine: 3, endLine: 3, ...region } },
  ...more,
})
const file = (tool: string, results: object[], rules: object[] = []) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: tool, rules } }, results }],
})
const gitleaks = (text: string, more: object = {}, uri = 'config/ci.py') =>
  file('gitleaks', [
    {
      ruleId: 'github-pat',
      message: { text: `github-pat has detected secret for file ${uri} at commit 00c0ffee00.` },
      locations: [place(uri, { startColumn: 9, endColumn: 49, snippet: { text } })],
      partialFingerprints: {
        commitSha: '00c0ffee00',
        author: 'Jo',
        email: 'jo@example.com',
        date: '2024-05-01T10:00:00Z',
        commitMessage: 'oops',
      },
      properties: { tags: [] },
      ...more,
    },
  ])
const secretOf = async (sarif: object, salt = 'salt of the tests') =>
  onlyFinding(await read(sarif, { salt }), 'secret')

describe('SARIF of scanners for secrets', () => {
  test('gitleaks: type, place, commit and a salted hash stay, the value goes', async () => {
    const report = await read(gitleaks(token))
    expect(onlyFinding(report, 'secret')).toMatchObject({
      rulePath: 'github-pat',
      message: 'github-pat has detected secret for file config/ci.py at commit 00c0ffee00.',
      secretType: 'github pat',
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'medium',
      location: { filePath: 'config/ci.py', line: 3, column: 9 },
      validationState: 'NO_VALIDATOR',
      historicalInfo: {
        gitCommit: '00c0ffee00',
        gitBlob: null,
        gitCommitTimestamp: '2024-05-01T10:00:00.000Z',
      },
      evidence: { fingerprint: null, code: expect.any(String) },
    })
    expect(onlyRun(report).rules).toMatchObject([{ product: 'secret', secretType: 'github pat' }])
    expect(JSON.stringify(report)).not.toContain(token)
  })

  test('identity and hash need the salt; author and commit play no part', async () => {
    const one = await secretOf(gitleaks(token))
    const salted = await secretOf(gitleaks(token), 'another')
    expect(salted.secretHash).not.toBe(one.secretHash)
    expect(salted.matchBasedId).not.toBe(one.matchBasedId)
    expect(salted.evidence.code).not.toBe(one.evidence.code)
    const later = await secretOf(
      gitleaks(token, { partialFingerprints: { commitSha: '1234567', author: 'X' } }),
    )
    expect(later).toMatchObject({ matchBasedId: one.matchBasedId, evidence: one.evidence })
    const other = await secretOf(gitleaks(`${token}x`))
    expect(other.secretHash).not.toBe(one.secretHash)
    expect(other.matchBasedId).not.toBe(one.matchBasedId)
  })

  test('the same value has the same hash in another file, and in the JSON of Semgrep', async () => {
    const { secretHash } = await secretOf(gitleaks(token))
    expect((await secretOf(gitleaks(token, {}, 'other.env'))).secretHash).toBe(secretHash)
    const semgrep = {
      check_id: 'generic.secrets.github',
      path: 'a.py',
      start: { line: 1, col: 1 },
      end: { line: 1, col: 11 + token.length },
      extra: { validation_state: 'NO_VALIDATOR', lines: `token = "${token}"`, message: 'm' },
    }
    expect(onlyFinding(await read(semgrepFile([semgrep])), 'secret').secretHash).toBe(secretHash)
  })

  test.each([
    'REDACTED',
    '***',
    '<redacted>',
    '[REDACTED]',
    'ghp_************',
    'ghp_0123...',
    'xxxxxxxx',
    '••••',
  ])('%s is no value', async (masked) => {
    expect(await secretOf(gitleaks(masked))).toMatchObject({
      secretHash: null,
      evidence: { code: null, context: null },
    })
  })

  test.each(['hidden-treasure-1', 'p.!&4+', 'x-ray', '.!.+&!$.'])('%s is a value', async (value) => {
    expect((await secretOf(gitleaks(value))).secretHash).not.toBeNull()
  })

  test('each place of a secret is a finding of its own', async () => {
    const snippet = { text: `key = "${token}"` }
    const nosey = file('noseyparker', [
      {
        ruleId: 'GitHub Token',
        kind: 'review',
        level: 'warning',
        message: { text: 'Rule "GitHub Token" found 2 matches.' },
        locations: [
          place('a.env', { snippet }, { logicalLocations: [{ kind: 'blob', name: 'ab'.repeat(20) }] }),
          place('b.env', { snippet }),
        ],
        partialFingerprints: { 'match_group_content/sha256/v1': 'cd'.repeat(32) },
      },
    ])
    const report = await read(nosey)
    const run = onlyRun(report)
    expect(report.read).toBe(2)
    expect(run.findings).toMatchObject([
      { kind: 'secret', secretType: 'GitHub Token', location: { filePath: 'a.env' }, logicalLocation: null },
      { kind: 'secret', secretType: 'GitHub Token', location: { filePath: 'b.env' } },
    ])
    const [first, second] = run.findings
    expect(first?.kind === 'secret' && first.secretHash).toBe(second?.kind === 'secret' && second.secretHash)
    expect(first?.evidence.fingerprint?.scheme).toBe('match_group_content/sha256')
    expect(JSON.stringify(report)).not.toContain('cd'.repeat(32))
  })

  test('Kingfisher: whether it works, and the file that an address on a code host means', async () => {
    const uri = `https://user:pw@git.example.com/acme/shop/blob/${'a1'.repeat(20)}/src/k.py#L3`
    const kingfisher = file('kingfisher', [
      {
        ruleId: 'AWS Access Key',
        level: 'warning',
        message: { text: 'Rule found 1 unique match.' },
        locations: [
          place(
            uri,
            { snippet: { text: 'AKIAIOSFODNN7EXAMPLE' } },
            { properties: { validation_status: 'Active Credential' } },
          ),
        ],
        partialFingerprints: { fingerprint: '14085685380484734428' },
      },
    ])
    expect(await secretOf(kingfisher)).toMatchObject({
      location: { filePath: 'src/k.py' },
      validationState: 'CONFIRMED_VALID',
      historicalInfo: { gitCommit: 'a1'.repeat(20) },
      evidence: { fingerprint: null },
    })
  })

  test('ggshield: no value, but a fingerprint that is made from it', async () => {
    const ggshield = (sha: string) =>
      file('ggshield', [
        {
          ruleId: 'Generic Password',
          level: 'error',
          message: { text: 'Secret detected: Generic Password.\nMatches: [password](0)' },
          locations: [place('a.env')],
          partialFingerprints: { 'secret/v1': sha },
        },
      ])
    const one = await secretOf(ggshield('ab'.repeat(32)))
    expect(one).toMatchObject({
      secretType: 'Generic Password',
      secretHash: null,
      severity: 'high',
      evidence: { fingerprint: { scheme: 'secret' }, code: null },
    })
    expect((await secretOf(ggshield('cd'.repeat(32)))).evidence.fingerprint).not.toEqual(
      one.evidence.fingerprint,
    )
  })

  test('Trivy and Semgrep: what their rules say is a secret', async () => {
    const trivy = file(
      'Trivy',
      [
        {
          ruleId: 'aws-access-key-id',
          message: { text: 'Artifact: .env\nType: \nSecret AWS Access Key ID\nMatch: KEY=********' },
          locations: [place('.env')],
        },
      ],
      [
        {
          id: 'aws-access-key-id',
          name: 'Secret',
          shortDescription: { text: 'AWS Access Key ID' },
          fullDescription: { text: 'KEY=********' },
          properties: { tags: ['secret', 'security', 'CRITICAL'], 'security-severity': '9.5' },
        },
      ],
    )
    expect(await secretOf(trivy)).toMatchObject({
      severity: 'critical',
      secretType: 'AWS Access Key ID',
      secretHash: null,
    })
    const semgrep = file('Semgrep OSS', [
      {
        ruleId: 'generic.secrets.security.detected-github-token',
        message: { text: 'A token was found' },
        locations: [
          place('a.py', {
            startColumn: 5,
            endColumn: 15 + token.length,
            snippet: { text: `    key = "${token}"` },
          }),
        ],
        fingerprints: { 'matchBasedId/v1': 'ff'.repeat(64) },
      },
      { ruleId: 'python.lang.eval', message: { text: 'eval' }, locations: [place('a.py')] },
    ])
    const run = onlyRun(await read(semgrep))
    expect(run.findings).toMatchObject([
      { kind: 'secret', secretType: 'github token', evidence: { fingerprint: { scheme: 'matchBasedId' } } },
      { kind: 'code' },
    ])
    expect(run.findings[0]?.kind === 'secret' && run.findings[0].secretHash).toBe(
      (await secretOf(gitleaks(token))).secretHash,
    )
  })

  test('a tool that sends the value in a property only', async () => {
    const hog = file('TruffleHog', [
      {
        ruleId: 'Github',
        message: { text: `Found ${token}` },
        locations: [place('a.env')],
        properties: { verified: true, Raw: token, commit: 'abcdef1' },
      },
    ])
    expect(await secretOf(hog)).toMatchObject({
      message: 'Found [removed]',
      validationState: 'CONFIRMED_VALID',
      secretHash: (await secretOf(gitleaks(token))).secretHash,
      historicalInfo: { gitCommit: 'abcdef1' },
    })
  })
})

describe('the value of a secret', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9+/=_.!$&-]{8,40}$/).filter((each) => !isMasked(each))
  const tools = ['gitleaks', 'TruffleHog', 'noseyparker', 'Kingfisher', 'Semgrep OSS', 'Trivy', 'talisman']

  test('survives in no field, wherever it stood', async () => {
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(...tools), async (secret, tool) => {
        const report = await read(secretEverywhere(tool, secret))
        // What the file says without the secret may hold the same word by chance, as "secret" does.
        const otherwise = JSON.stringify(await read(secretEverywhere(tool, '\u00ff'.repeat(12))))
        fc.pre(!otherwise.includes(secret))
        expect(onlyFinding(report, 'secret').secretHash).toMatch(/^[0-9a-f]{64}$/)
        expect(JSON.stringify(report)).not.toContain(secret)
      }),
    )
  })

  test('past the bound on searching, a rule loses its texts rather than keep one', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `value${1000 + index}`).join(' ')
    const rules = [{ id: 'github-pat', fullDescription: { text: 'x'.repeat(9_500) } }]
    const messageAfter = async (count: number) => {
      const results = gitleaks(words).runs.flatMap((run) => run.results)
      const many = Array.from({ length: count }, () => results).flat()
      const report = await read(file('gitleaks', many, rules), { pieces: 65_536 })
      return onlyRun(report).rules[0]?.message
    }
    expect(await messageAfter(10)).toHaveLength(9_500)
    expect(await messageAfter(300)).toBeNull()
  })
})
