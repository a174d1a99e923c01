import { describe, expect, it } from 'vitest'
import { faultOf, onlyFinding, onlyRun, read } from '../../testing/read.ts'

const key = 'AKIAQ3EGRT7LZXW5VUYB'
const pair = `${key}:k9Zs7Qm2Xv4Lw8Rt1Yp6Bn3Cd5Fg0HjKaSeUiOoP`
const commit = '4f1c2a9be07d3856a1c0e4d7b8f96532aa10cd47'
const git = {
  commit,
  file: 'deploy/env.sh',
  email: 'Kim Example <kim@example.com>',
  repository: 'https://github.com/acme/shop.git',
  timestamp: '2025-11-03 09:12:44 +0000',
  line: 4,
}
const finding = {
  SourceMetadata: { Data: { Git: git } },
  SourceID: 1,
  SourceType: 16,
  SourceName: 'trufflehog - git',
  DetectorType: 2,
  DetectorName: 'AWS',
  DetectorDescription: 'Keys of Amazon Web Services.',
  DecoderName: 'PLAIN',
  Verified: true,
  Raw: key,
  RawV2: pair,
  Redacted: key,
  ExtraData: { account: '123456789012' },
  StructuredData: null,
}
const lines = (...all: unknown[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('')

describe('a finding of TruffleHog', () => {
  it('is a secret without its value', async () => {
    const report = await read(lines(finding))
    expect(report).toMatchObject({ format: 'trufflehog', read: 1, leftOut: [] })
    expect(onlyRun(report).source).toEqual({ tool: 'TruffleHog', category: null })
    expect(onlyFinding(report, 'secret')).toMatchObject({
      rulePath: 'AWS',
      secretType: 'AWS',
      severity: 'high',
      location: { filePath: 'deploy/env.sh', line: 4 },
      validationState: 'CONFIRMED_VALID',
      historicalInfo: { gitCommit: commit, gitCommitTimestamp: '2025-11-03T09:12:44.000Z' },
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    for (const part of [key, pair.slice(21)]) expect(JSON.stringify(report)).not.toContain(part)
  })

  it.each([
    ['a list', (all: unknown[]) => JSON.stringify(all)],
    ['lines', (all: unknown[]) => lines(...all)],
    ['lines without an end', (all: unknown[]) => lines(...all).trim()],
  ])('is read from %s, in pieces of any size', async (_, write) => {
    const other = {
      ...finding,
      Verified: false,
      VerificationError: 'timeout',
      SourceMetadata: { Data: { Filesystem: { file: 'a.env', line: 1 } } },
    }
    for (const pieces of [1, 37, 10_000]) {
      const { format, runs, read: count } = await read(write([finding, other, other]), { pieces })
      expect([format, count, runs[0]?.findings.length]).toEqual(['trufflehog', 3, 3])
      expect(runs[0]?.findings.map((each) => each.location?.filePath)).toEqual([
        'deploy/env.sh',
        'a.env',
        'a.env',
      ])
      expect(runs[0]?.findings[1]).toMatchObject({ validationState: 'VALIDATION_ERROR' })
    }
  })

  it('is not validated where it is not verified', async () => {
    const report = await read(lines({ ...finding, Verified: false }))
    expect(onlyFinding(report, 'secret').validationState).toBe('NO_VALIDATOR')
  })

  it.each(Object.keys(finding))('shows no value that stands in `%s`', async (name) => {
    const report = await read(lines({ ...finding, [name]: `x ${key} y` }))
    expect(JSON.stringify(report)).not.toContain(key)
  })
})

describe('a report of TruffleHog', () => {
  it('is refused with the line that is no finding', async () => {
    expect(await faultOf(lines(finding, {}))).toMatchObject({ line: 2, path: '/DetectorName' })
    expect(await faultOf(`${lines(finding)}{"SourceMetadata":`)).toMatchObject({ line: 2 })
    expect(await faultOf(lines(finding, [1]))).toMatchObject({ line: 2 })
    expect((await faultOf([finding, { a: 1 }])).path).toBe('/1/DetectorName')
  })

  it('of lines of another tool is refused', async () => {
    expect((await faultOf('{"template-id":"x","info":{}}\n{"template-id":"y"}\n')).message).toMatch(/Nuclei/)
  })
})
