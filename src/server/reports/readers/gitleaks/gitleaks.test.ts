import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const token = 'ghp_Zq8RtY3nLw6KdV1xBc5HsPf9JmUa2EgTo7Xi'
const commit = '4f1c2a9be07d3856a1c0e4d7b8f96532aa10cd47'
const finding = {
  RuleID: 'github-pat',
  Description: 'Uncovered a GitHub Personal Access Token.',
  StartLine: 7,
  EndLine: 7,
  StartColumn: 10,
  EndColumn: 49,
  Match: `token = "${token}"`,
  Secret: token,
  File: 'config/ci.py',
  SymlinkFile: '',
  Commit: commit,
  Entropy: 4.9,
  Author: 'Kim Example',
  Email: 'kim@example.com',
  Date: '2025-11-03T09:12:44Z',
  Message: `Add ${token}`,
  Tags: [],
  Fingerprint: `${commit}:config/ci.py:github-pat:7`,
}

/** The same finding as Gitleaks writes it in SARIF. */
const asSarif = (shown: string) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'gitleaks', rules: [{ id: 'github-pat' }] } },
      results: [
        {
          ruleId: 'github-pat',
          message: { text: `github-pat has detected secret for file config/ci.py at commit ${commit}.` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'config/ci.py' },
                region: {
                  startLine: 7,
                  startColumn: 10,
                  endLine: 7,
                  endColumn: 49,
                  snippet: { text: shown },
                },
              },
            },
          ],
          partialFingerprints: { commitSha: commit, date: finding.Date },
        },
      ],
    },
  ],
})

describe('a finding of Gitleaks', () => {
  it('is a secret without its value', async () => {
    const report = await read([finding])
    expect(report).toMatchObject({ format: 'gitleaks', read: 1, leftOut: [] })
    const run = onlyRun(report)
    expect(run.source).toEqual({ tool: 'Gitleaks', category: null })
    expect(run.coverage).toMatchObject({ scannedPaths: null, listsRules: false })
    expect(run.rules).toMatchObject([
      { path: 'github-pat', product: 'secret', title: 'Uncovered a GitHub Personal Access Token.' },
    ])
    expect(onlyFinding(report, 'secret')).toMatchObject({
      rulePath: 'github-pat',
      location: { filePath: 'config/ci.py', line: 7, column: 10, endLine: 7, endColumn: 49 },
      historicalInfo: { gitCommit: commit, gitCommitTimestamp: '2025-11-03T09:12:44.000Z' },
      validationState: 'NO_VALIDATOR',
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(report)).not.toContain(token)
  })

  it.each([
    ['shown', token],
    ['masked', 'REDACTED'],
  ])('that is %s has the identity of SARIF', async (_, shown) => {
    const json = onlyFinding(
      await read([{ ...finding, Secret: shown, Match: `token = "${shown}"` }]),
      'secret',
    )
    const sarif = onlyFinding(await read(asSarif(shown)), 'secret')
    const { matchBasedId, syntacticId, evidence, secretHash, message, location } = json
    expect({ matchBasedId, syntacticId, evidence, secretHash, message, location }).toEqual({
      matchBasedId: sarif.matchBasedId,
      syntacticId: sarif.syntacticId,
      evidence: sarif.evidence,
      secretHash: sarif.secretHash,
      message: sarif.message,
      location: sarif.location,
    })
    expect(secretHash === null).toBe(shown !== token)
  })

  it.each(Object.keys(finding))('shows no value that stands in `%s`', async (key) => {
    const report = await read([{ ...finding, [key]: `x ${token} y` }])
    expect(JSON.stringify(report)).not.toContain(token)
  })

  it('may stand in a path with a percent sign', async () => {
    const report = await read([{ ...finding, File: 'a%20b/100%.env' }])
    expect(onlyFinding(report, 'secret').location?.filePath).toBe('a%20b/100%.env')
  })
})

it('what is no finding is refused with its place', async () => {
  expect(await faultOf([finding, { ...finding, RuleID: '' }])).toMatchObject({ path: '/1/RuleID' })
  expect(await faultOf([finding, 5])).toMatchObject({ path: '/1' })
  expect(await faultOf([{ ...finding, File: null }])).toMatchObject({ path: '/0/File' })
})

it('an empty list is read where the format is named', async () => {
  expect(onlyRun(await read([], { format: 'gitleaks' })).findings).toEqual([])
  expect((await faultOf([])).message).toMatch(/list without objects/)
  expect((await faultOf({}, { format: 'gitleaks' })).message).toMatch(/it is not a list/)
})
