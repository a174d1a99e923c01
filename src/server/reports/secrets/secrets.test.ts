import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMasked } from '#server/base/credentials/literals.ts'
import { onlyFinding, onlyRun, read, semgrepFile } from '../testing/read.ts'

function secretResult(value: string, more: Record<string, unknown> = {}) {
  const line = `  token = "${value}"  # for the build`
  return {
    check_id: 'generic.secrets.gitleaks.github-pat',
    path: 'config/ci.py',
    start: { line: 7, col: 11 },
    end: { line: 7, col: 11 + value.length + 2 },
    extra: {
      message: `A token ${value} was found in "${line}".`,
      severity: 'ERROR',
      validation_state: 'CONFIRMED_VALID',
      fingerprint: value,
      fix: `os.environ["${value}"]`,
      lines: line,
      metavars: {
        $SECRET: { abstract_content: value, start: { line: 7 }, end: { line: 7 } },
        $OTHER: { abstract_content: `"${value}"`, propagated_value: { svalue_abstract_content: value } },
      },
      metadata: {
        secret_type: 'GitHub',
        cwe: ['CWE-798: Use of Hard-coded Credentials'],
        category: 'security',
        technology: ['secrets', 'github'],
        references: ['https://docs.github.com/tokens', `https://example.com/?t=${value}`],
      },
      dataflow_trace: { taint_source: ['CliLoc', [{ path: 'config/ci.py', start: {}, end: {} }, value]] },
      historical_info: {
        git_commit: 'abc123',
        git_blob: 'def456',
        git_commit_timestamp: '2024-05-01T10:00:00Z',
      },
      ...more,
    },
  }
}

const value = fc.stringMatching(/^[A-Za-z0-9+/=_.!$&-]{8,40}$/).filter((each) => !isMasked(each))

describe('secrets', () => {
  test('nothing of the value survives, wherever it stood', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (secret) => {
        const report = await read(semgrepFile([secretResult(secret)]))
        // What the file says without the secret may hold the same word by chance, as "security" does.
        const otherwise = JSON.stringify(await read(semgrepFile([secretResult('\u00ff'.repeat(12))])))
        fc.pre(!otherwise.includes(secret))
        expect(JSON.stringify(report)).not.toContain(secret)
        expect(onlyFinding(report, 'secret').secretHash).toMatch(/^[0-9a-f]{64}$/)
      }),
    )
  })

  test('what stays is the type, the validation, the place and a salted hash', async () => {
    const file = semgrepFile([secretResult('ghp_0123456789abcdefABCDEF0123456789abcd')])
    const report = await read(file)
    const finding = onlyFinding(report, 'secret')
    expect(finding).toMatchObject({
      secretType: 'GitHub',
      validationState: 'CONFIRMED_VALID',
      severity: 'high',
      location: { filePath: 'config/ci.py', line: 7 },
      historicalInfo: {
        gitCommit: 'abc123',
        gitBlob: 'def456',
        gitCommitTimestamp: '2024-05-01T10:00:00.000Z',
      },
      references: ['https://docs.github.com/tokens'],
    })
    expect(onlyRun(report).rules).toMatchObject([
      { product: 'secret', cweNames: ['CWE-798: Use of Hard-coded Credentials'], category: 'security' },
    ])
    const salted = onlyFinding(await read(file, { salt: 'another' }), 'secret')
    expect(salted.secretHash).not.toBe(finding.secretHash)
    expect(salted.matchBasedId).not.toBe(finding.matchBasedId)
    expect(onlyFinding(await read(file), 'secret').matchBasedId).toBe(finding.matchBasedId)
  })

  test('the same secret has the same hash, wherever it stands and however it is quoted', async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (secret, other) => {
        fc.pre(secret !== other)
        const line = `export TOKEN='${secret}'`
        const quoted = {
          ...secretResult(secret, {
            lines: line,
            metavars: { $TOKEN: { abstract_content: `'${secret}'` } },
            fingerprint: 'requires login',
          }),
          check_id: 'generic.secrets.another-rule',
          path: 'deploy/run.sh',
          start: { line: 90, col: 14 },
          end: { line: 90, col: 14 + secret.length + 2 },
        }
        const hashOf = async (result: unknown) =>
          onlyFinding(await read(semgrepFile([result])), 'secret').secretHash
        expect(await hashOf(quoted)).toBe(await hashOf(secretResult(secret)))
        expect(await hashOf(secretResult(other))).not.toBe(await hashOf(secretResult(secret)))
      }),
    )
  })

  test('a token that only the message holds is taken out as well', async () => {
    const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'
    const withheld = { lines: 'requires login', metavars: {}, fix: null, fingerprint: 'requires login' }
    const report = await read(semgrepFile([secretResult(token, withheld)]))
    expect(JSON.stringify(report)).not.toContain(token)
    expect(onlyFinding(report, 'secret').secretHash).toBeNull()
  })

  test('`NO_VALIDATOR` makes a secret of a rule for secrets, and of no other', async () => {
    const unvalidated = { validation_state: 'NO_VALIDATOR', historical_info: null }
    const secret = secretResult('hunter2hunter2', unvalidated)
    onlyFinding(await read(semgrepFile([secret])), 'secret')
    const code = {
      ...secret,
      check_id: 'python.lang.eval',
      extra: { ...secret.extra, metadata: { category: 'security' } },
    }
    onlyFinding(await read(semgrepFile([code])), 'code')
  })
})
