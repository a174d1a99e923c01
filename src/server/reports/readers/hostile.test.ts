import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'

const json = fc.jsonValue({ maxDepth: 3 })
const keys = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), json, { maxKeys: names.length })
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'Package: a\nInstalled Version: 1\nFixed Version: 2, 3',
    'A high vulnerability in npm package: a, version 1 was found at: /x',
    "Package '@a/b@1.0' is vulnerable to 'CVE-2020-1' (also known as 'GHSA-1').",
    'pkg:npm/a@1',
    'pkg:npm/%',
    'cpe:2.3:a:v:p:1:*',
    '((((((((',
    'https://a:b@c/blob/abcdef1/x#L1',
    '***',
    '__proto__',
  ),
)
const input = fc.oneof({ weight: 3, arbitrary: text }, json)
const message = fc.record({ text: input })
const tool = fc.constantFrom(
  'Trivy',
  'grype',
  'osv-scanner',
  'dependency-check',
  'Snyk Open Source',
  'gitleaks',
)
const otherTool = fc.constantFrom('noseyparker', 'kingfisher', 'TruffleHog', 'Semgrep', 'docker scout', 'x')
const region = fc.record({ startLine: input, snippet: message }, { requiredKeys: [] })
const place = fc.record(
  {
    physicalLocation: fc.record(
      { artifactLocation: fc.record({ uri: input }), region, contextRegion: region },
      { requiredKeys: [] },
    ),
    logicalLocations: fc.array(
      fc.record({ fullyQualifiedName: input, name: input, index: input, kind: input }, { requiredKeys: [] }),
    ),
    properties: keys('validation_status', 'git_metadata'),
  },
  { requiredKeys: [] },
)
const properties = fc.oneof(
  keys(
    'purls',
    'tags',
    'cvss',
    'cvssv3_baseScore',
    'cvssv3_vector',
    'fixed_version',
    'Raw',
    'secret',
    'commit',
  ),
  fc.record({
    purls: fc.array(text),
    tags: fc.array(fc.constantFrom('vulnerability', 'secret')),
    cvss: input,
  }),
)
const notification = fc.record(
  {
    level: fc.oneof(fc.constantFrom('error', 'warning', 'none'), json),
    message,
    locations: fc.array(place, { maxLength: 2 }),
    associatedRule: keys('id', 'index', 'guid', 'toolComponent'),
    exception: json,
  },
  { requiredKeys: [] },
)

describe('hostile files of the tools that are known', () => {
  test('SARIF', async () => {
    const rule = fc.record(
      { id: text, name: input, help: message, fullDescription: message, deprecatedIds: json, properties },
      { requiredKeys: ['id'] },
    )
    const result = fc.record(
      {
        ruleId: text,
        message,
        locations: fc.array(place, { maxLength: 3 }),
        relatedLocations: fc.array(place, { maxLength: 1 }),
        partialFingerprints: keys('commitSha', 'secret/v1', 'date', 'hash'),
        properties,
        fixes: json,
      },
      { requiredKeys: [] },
    )
    const run = fc.record(
      {
        tool: fc.record({ driver: fc.record({ name: fc.oneof(tool, otherTool), rules: fc.array(rule) }) }),
        results: fc.oneof({ weight: 9, arbitrary: fc.array(result, { maxLength: 3 }) }, fc.constant(null)),
        logicalLocations: fc.array(keys('name', 'parentIndex', 'fullyQualifiedName'), { maxLength: 3 }),
        invocations: fc.array(
          fc.record(
            {
              executionSuccessful: json,
              toolExecutionNotifications: fc.array(notification, { maxLength: 2 }),
              toolConfigurationNotifications: fc.oneof(json, fc.array(notification, { maxLength: 2 })),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['tool'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 2 }), async (runs) => {
        const report = await reportOf({ version: '2.1.0', runs })
        if (report === null) throw new Error('these shapes are read')
        expectSound(report)
      }),
      { numRuns: forced(300) },
    )
  })

  test('errors of Semgrep', async () => {
    const span = fc.record({ path: input, file: input, start: json, end: json }, { requiredKeys: [] })
    const kind = fc.constantFrom(
      'PartialParsing',
      'Syntax error',
      'Timeout',
      'Rule parse error',
      'Fatal error',
    )
    const error = fc.record(
      {
        level: fc.oneof(fc.constantFrom('error', 'warn', 'info'), json),
        type: fc.oneof(kind, json, fc.tuple(kind, fc.oneof(json, fc.array(span, { maxLength: 3 })))),
        path: input,
        location: json,
        rule_id: input,
        spans: fc.oneof(json, fc.array(span, { maxLength: 3 })),
        message: input,
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(error, json), { maxLength: 5 }),
        fc.array(text),
        async (errors, scanned) => {
          const report = await reportOf({ version: '1.99.0', results: [], errors, paths: { scanned } })
          if (report === null) throw new Error('these shapes are read')
          expectSound(report)
          const failed = report.runs.some((run) => run.failure !== null)
          if (errors.length > 0 && scanned.length === 0) expect(failed).toBe(true)
          if (errors.length === 0) expect(failed).toBe(false)
        },
      ),
      { numRuns: forced(300) },
    )
  })

  test('ratings of CycloneDX', async () => {
    const rating = fc.record(
      {
        method: fc.oneof(fc.constantFrom('CVSSv31', 'EPSS', 'other'), json),
        score: fc.oneof(fc.double(), json),
        severity: json,
        vector: input,
        source: fc.record({ name: fc.oneof(fc.constantFrom('EPSS', 'FIRST', 'CISA KEV Catalog'), json) }),
      },
      { requiredKeys: [] },
    )
    const property = fc.record({
      name: fc.oneof(fc.constantFrom('epss:score', 'epss_percentile'), json),
      value: json,
    })
    const flaw = fc.record(
      {
        id: fc.constantFrom('CVE-2020-1', 'CVE-2020-2'),
        ratings: fc.array(rating, { maxLength: 3 }),
        properties: fc.array(property, { maxLength: 3 }),
        affects: fc.array(fc.record({ ref: fc.constantFrom('a', 'b', 'pkg:npm/x@1') }), { maxLength: 3 }),
        analysis: json,
      },
      { requiredKeys: [] },
    )
    const component = fc.record({
      'bom-ref': fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('x', 'y'),
      version: fc.constant('1'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(flaw, { maxLength: 5 }),
        fc.array(component, { maxLength: 5 }),
        async (vulnerabilities, components) => {
          const report = await reportOf({
            bomFormat: 'CycloneDX',
            specVersion: '1.6',
            components,
            vulnerabilities,
          })
          if (report === null) throw new Error('these shapes are read')
          expectSound(report)
          const twice = report.leftOut.find(({ reason }) => reason === 'component listed twice')?.count ?? 0
          const kept = report.runs
            .flatMap((run) => run.lockfiles ?? [])
            .flatMap((lockfile) => lockfile.dependencies)
          expect(kept.length + twice).toBe(components.length)
        },
      ),
      { numRuns: forced(300) },
    )
  })
})
