import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forced } from '../testing/force/times.ts'
import { ReadFault } from './fault.ts'
import { readScanFile } from './read-scan-file.ts'
import { faultOf, fixture, inPieces, onlyRun, read } from './testing/read.ts'

describe('what a file may be', () => {
  test('gzip and a byte order mark make no difference, however the file is cut', async () => {
    const bytes = fixture('semgrep_many_vulns.json')
    const plain = await read(bytes)
    for (const pieces of [1, 3, 64, 100_000]) {
      expect(await read(gzipSync(bytes), { pieces })).toEqual(plain)
      expect(await read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), { pieces })).toEqual(plain)
    }
  })

  test('the format is told by the content; a format asked for must be it', async () => {
    expect((await read({ results: [] }, { format: 'semgrep' })).format).toBe('semgrep')
    expect(await faultOf({ results: [] }, { format: 'sarif' })).toMatchObject({
      message: 'the file was to be SARIF, but its "results" is that of Semgrep JSON',
      path: '/results',
    })
    expect(await faultOf({ runs: [], findings: [] })).toMatchObject({ path: '/findings' })
  })

  test.each([
    ['nothing', '', /the file is empty/],
    ['white space', ' \n ', /the file is empty/],
    ['XML', '<bom/>', /not JSON: it begins with "<"/],
    ['a list', '[]', /an object was expected, not a list/],
    [
      'another format',
      '{"matches":[],"vulns":1}',
      /neither Semgrep.*CycloneDX.*its keys are "matches", "vulns"/,
    ],
    ['UTF-16', Buffer.from('{"results":[]}', 'utf16le'), /UTF-16/],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"results":[]}', 'utf16le'), /UTF-16/],
    ['a zip archive', Buffer.from('PK\u0003\u0004'), /zip archive/],
    [
      'damaged gzip',
      Buffer.concat([gzipSync('{"results":[]}').subarray(0, 12), Buffer.from('damage damage')]),
      /gzip/,
    ],
    ['gzip cut off', gzipSync(fixture('semgrep_many_vulns.json')).subarray(0, 900), /gzip file is cut off/],
  ])('%s is refused', async (_, input, message) => {
    const fault = await faultOf(input)
    expect(fault.message).toMatch(message)
    expect(fault.line).toBeGreaterThan(0)
  })

  test('a file over the limit is refused, inflated or not', async () => {
    const text = JSON.stringify({ results: [], padding: 'x'.repeat(5000) })
    expect((await read(text, { maxBytes: text.length })).read).toBe(0)
    expect(await faultOf(text, { maxBytes: 5000 })).toMatchObject({ byteOffset: 5000 })
    expect((await faultOf(gzipSync(text), { maxBytes: 5000 })).message).toMatch(/larger than 5000 bytes/)
  })

  test('a gzip bomb is refused long before it is inflated', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"results":[]'), Buffer.alloc(60 * 1024 * 1024, ' ')]))
    const fault = await faultOf(bomb, { pieces: 4096 })
    expect(fault.message).toMatch(/more than 250 times its size/)
    expect(fault.byteOffset).toBeLessThan(40 * 1024 * 1024)
  })

  test('an error of the stream itself is passed on, gzip or not', async () => {
    async function* broken(bytes: Uint8Array) {
      yield* inPieces(bytes)
      throw new TypeError('the line went dead')
    }
    for (const bytes of [Buffer.from('{"results":['), gzipSync('{"results":[]}').subarray(0, 15)])
      await expect(readScanFile(broken(bytes), { salt: '' })).rejects.toThrow('the line went dead')
  })

  test('a stream is closed when the file is refused', async () => {
    let closed = false
    async function* endless() {
      try {
        yield Buffer.from('{"results":[]} x')
        for (;;) yield Buffer.alloc(1000, 'x')
      } finally {
        closed = true
      }
    }
    await expect(readScanFile(endless(), { salt: '' })).rejects.toThrow(ReadFault)
    expect(closed).toBe(true)
  })

  test('bytes that are not UTF-8 inside a string do not refuse the file', async () => {
    const bytes = Buffer.from(
      '{"results":[{"check_id":"r","path":"a","extra":{"message":"caf\xe9"}}]}',
      'latin1',
    )
    expect(onlyRun(await read(bytes)).findings[0]?.message).toBe('caf\ufffd')
  })
})

/** A report, or a refusal with its place: never anything else. */
async function readsOrRefuses(input: unknown, pieces?: number): Promise<boolean> {
  try {
    const report = await read(input, pieces === undefined ? {} : { pieces })
    expect(report.runs.flatMap((run) => run.findings).length).toBeLessThanOrEqual(report.read)
    return true
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error
    expect(error.message.length).toBeLessThan(1000)
    expect(error.line).toBeGreaterThan(0)
    expect(error.column).toBeGreaterThan(0)
    return false
  }
}

describe('hostile files', () => {
  const samples = [
    'semgrep_one_finding.json',
    'suppression_test.sarif',
    'close_old_findings_report_line31.json',
    'cyclonedx_valid-vulnerability-1.4.json',
    'cyclonedx_jake2.json',
  ]

  test.each(samples)('%s cut off at any byte is refused there', async (sample) => {
    const bytes = fixture(sample)
    const whole = bytes.toString().trimEnd().length
    for (let length = 0; length < whole; length += 1 + Math.floor(whole / 300)) {
      const fault = await faultOf(bytes.subarray(0, length), { pieces: 500 })
      expect(fault.byteOffset).toBe(length)
    }
    expect(await readsOrRefuses(bytes)).toBe(true)
  })

  test('a sample with any bytes changed', async () => {
    const sample = fc.constantFrom(...samples).map(fixture)
    const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(sample, fc.array(change, { minLength: 1, maxLength: 4 }), async (bytes, changes) => {
        const damaged = Buffer.from(bytes)
        for (const { at, byte } of changes) damaged[at % damaged.length] = byte
        await readsOrRefuses(damaged)
      }),
      { numRuns: forced(300) },
    )
  })

  test('any JSON in any place of a file', async () => {
    const json = fc.jsonValue({ maxDepth: 4 })
    const keys = (names: readonly string[]) =>
      fc.dictionary(fc.constantFrom(...names), json, { maxKeys: names.length })
    const semgrep = keys(['start', 'end', 'extra']).chain((outer) =>
      keys([
        'message',
        'metadata',
        'lines',
        'fix',
        'fix_regex',
        'metavars',
        'sca_info',
        'validation_state',
        'dataflow_trace',
        'fixed_lines',
        'historical_info',
      ]).map((extra) => ({ results: [{ extra, ...outer, check_id: 'r', path: 'p' }] })),
    )
    const result = keys([
      'ruleId',
      'rule',
      'ruleIndex',
      'message',
      'locations',
      'codeFlows',
      'fixes',
      'suppressions',
      'fingerprints',
      'partialFingerprints',
      'level',
      'kind',
      'taxa',
      'properties',
    ])
    const run = keys([
      'tool',
      'artifacts',
      'invocations',
      'originalUriBaseIds',
      'automationDetails',
      'taxonomies',
      'threadFlowLocations',
      'versionControlProvenance',
      'externalPropertyFileReferences',
    ])
    const sarif = fc.tuple(result, run).map(([one, rest]) => ({ runs: [{ ...rest, results: [one] }] }))
    const answer = keys([
      'rule',
      'location',
      'assistant',
      'epss_score',
      'found_dependency',
      'usage',
      'external_ticket',
      'review_comments',
      'code',
      'data_flow',
      'fix',
      'validationState',
      'severity',
      'click_to_fix_prs',
    ]).map((one) => ({ findings: [{ rule_name: 'r', ...one }] }))
    const component = keys([
      'bom-ref',
      'type',
      'group',
      'name',
      'version',
      'purl',
      'licenses',
      'hashes',
      'properties',
      'evidence',
    ])
    const flaw = keys(['id', 'ratings', 'cwes', 'affects', 'analysis', 'recommendation', 'advisories'])
    const bom = fc
      .record({
        bomFormat: fc.constant('CycloneDX'),
        metadata: keys(['timestamp', 'tools', 'properties']),
        components: fc.array(component),
        dependencies: fc.array(fc.oneof(json, keys(['ref', 'dependsOn']))),
        vulnerabilities: fc.array(flaw),
      })
      .chain((file) =>
        component.map((root) => ({ ...file, metadata: { ...file.metadata, component: root } })),
      )
    const locked = keys(['version', 'ecosystem', 'transitivity', 'line_number', 'children', 'allowed_hashes'])
    const lockfiles = fc
      .dictionary(fc.string(), fc.array(locked.map((one) => ({ ...one, package: 'p' }))))
      .map((dependencies) => ({ results: [], dependencies }))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(semgrep, sarif, answer, json, bom, lockfiles),
        fc.integer({ min: 1, max: 200 }),
        async (file, pieces) => {
          await readsOrRefuses(JSON.stringify(file), pieces)
        },
      ),
      { numRuns: forced(1000) },
    )
  })

  test('the right shapes with any JSON inside them', async () => {
    const json = fc.jsonValue({ maxDepth: 2 })
    const position = fc.oneof(fc.integer({ min: -5, max: 30 }), json)
    const region = fc.record(
      {
        startLine: position,
        startColumn: position,
        endLine: position,
        endColumn: position,
        snippet: fc.oneof(json, fc.record({ text: fc.string() })),
      },
      { requiredKeys: [] },
    )
    const physicalLocation = fc.record(
      {
        artifactLocation: fc.record(
          { uri: fc.oneof(fc.string(), json), index: position, uriBaseId: fc.constantFrom('A', '__proto__') },
          { requiredKeys: [] },
        ),
        region,
        contextRegion: region,
      },
      { requiredKeys: [] },
    )
    const replacement = fc.record({
      deletedRegion: region,
      insertedContent: fc.record({ text: fc.string() }),
    })
    const result = fc.record({
      locations: fc.array(fc.record({ physicalLocation }), { maxLength: 2 }),
      codeFlows: fc.array(
        fc.record({
          threadFlows: fc.array(
            fc.record({ locations: fc.array(fc.record({ location: fc.record({ physicalLocation }) })) }),
          ),
        }),
        { maxLength: 2 },
      ),
      fixes: fc.array(
        fc.record({ artifactChanges: fc.array(fc.record({ replacements: fc.array(replacement) })) }),
      ),
      fingerprints: json,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(result, { maxLength: 3 }), async (results) => {
        const bases = { A: { uri: 'x', uriBaseId: 'A' } }
        expect(await readsOrRefuses({ runs: [{ results, originalUriBaseIds: bases }] })).toBe(true)
      }),
      { numRuns: forced(60) },
    )
  })

  test('a file of components that refer to each other in any way', async () => {
    const ref = fc.constantFrom('a', 'b', 'c', 'root', 'nowhere', '__proto__')
    const property = fc.record({
      name: fc.constantFrom(
        'gatehouse:lockfile',
        'gatehouse:lockfile:direct',
        'aquasecurity:trivy:Class',
        'gatehouse:project',
      ),
      value: fc.constantFrom('a.lock', 'b.lock', 'lang-pkgs', '__proto__'),
    })
    const { component } = fc.letrec<{ component: object }>((tie) => ({
      component: fc.record(
        {
          'bom-ref': ref,
          name: fc.constantFrom('x', 'y', '__proto__', ''),
          version: fc.constantFrom('1', '2'),
          purl: fc.constantFrom('pkg:npm/x@1', 'pkg:deb/ubuntu/x@2?arch=all', 'pkg:', 'x'),
          properties: fc.array(property, { maxLength: 3 }),
          components: fc.array(tie('component'), { maxLength: 1 }),
        },
        { requiredKeys: [] },
      ),
    }))
    const file = fc.record({
      metadata: fc.record({ component }),
      dependencies: fc.array(fc.record({ ref, dependsOn: fc.array(ref) })),
      components: fc.array(component),
      vulnerabilities: fc.array(fc.record({ id: ref, affects: fc.array(fc.record({ ref })) })),
    })
    await fc.assert(
      fc.asyncProperty(file, async (parts) => {
        const { lockfiles } = onlyRun(await read({ bomFormat: 'CycloneDX', ...parts }))
        const paths = (lockfiles ?? []).map((lockfile) => lockfile.path)
        expect(new Set(paths).size).toBe(paths.length)
        for (const { dependencies } of lockfiles ?? []) {
          const keys = dependencies.map((one) => JSON.stringify([one.ecosystem, one.name, one.version]))
          expect(new Set(keys).size).toBe(keys.length)
          for (const [position, { requires }] of dependencies.entries())
            for (const other of requires ?? []) {
              expect(other).not.toBe(position)
              expect(dependencies[other]).toBeDefined()
            }
        }
      }),
      { numRuns: forced(300) },
    )
  })

  test('deep nesting and huge strings', async () => {
    for (const depth of [50, 101, 200_000]) {
      const deep = `{"results":[{"check_id":"r","path":"p","extra":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
      expect(await readsOrRefuses(deep, 65_536)).toBe(depth === 50)
    }
    for (const length of [1000, 1_000_000, 2_000_000]) {
      const huge = {
        results: [
          {
            check_id: 'r',
            path: 'p',
            extra: { message: 'x'.repeat(length), lines: 'y\n'.repeat(length / 4) },
          },
        ],
      }
      expect(await readsOrRefuses(JSON.stringify(huge), 65_536)).toBe(length < 2_000_000)
    }
  })

  test('keys that JavaScript gives a meaning are only keys', async () => {
    const text =
      '{"__proto__":1,"constructor":{},"results":[{"__proto__":{"polluted":1},"check_id":"__proto__","path":"constructor","extra":{"__proto__":{"message":"no"},"metavars":{"__proto__":{}}}}]}'
    const run = onlyRun(await read(text))
    expect(run.findings[0]).toMatchObject({
      rulePath: '__proto__',
      location: { filePath: 'constructor' },
      message: null,
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
