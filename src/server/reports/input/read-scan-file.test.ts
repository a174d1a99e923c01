import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forced } from '#server/testing/stress/repetitions.ts'
import { faultOf, fixture, inPieces, onlyRun, read, semgrepFile } from '../testing/read.ts'
import { ReadFault } from './fault.ts'
import { readScanFile } from './read-scan-file.ts'

describe('what a file may be', () => {
  test('gzip and a byte order mark make no difference, however the file is cut', async () => {
    const bytes = fixture('semgrep_many_vulns.json')
    const plain = await read(bytes)
    for (const pieces of [1, 3, 64, 100_000]) {
      expect(await read(gzipSync(bytes), { pieces })).toEqual(plain)
      expect(await read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), { pieces })).toEqual(plain)
    }
  })

  test.each([
    ['nothing', '', /the file is empty/],
    ['white space', ' \n ', /the file is empty/],
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
    const text = JSON.stringify(semgrepFile([], { padding: 'x'.repeat(5000) }))
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

  test('a text of any length may stand in a key that nobody reads', async () => {
    const long = 'x'.repeat(1_500_000)
    const result = { check_id: 'r', path: 'a', extra: { message: 'm', engine: { note: long } }, more: [long] }
    const run = onlyRun(await read(semgrepFile([result], { time: long, notes: [long] }), { pieces: 65_536 }))
    expect(run.findings[0]).toMatchObject({ rulePath: 'r', message: 'm' })
    const contents = { artifacts: [{ location: { uri: 'a.c' }, contents: { text: long } }] }
    const sarif = {
      version: '2.1.0',
      runs: [{ ...contents, results: [{ ruleId: 'r', properties: { log: long } }] }],
    }
    expect(onlyRun(await read(sarif, { pieces: 65_536 })).findings).toHaveLength(1)
    const licenses = [{ license: { id: 'MIT', text: { content: long } } }]
    const bom = { bomFormat: 'CycloneDX', components: [{ name: 'a', licenses, 'x-note': long }] }
    expect(onlyRun(await read(bom, { pieces: 65_536 })).lockfiles?.[0]?.dependencies[0]?.licenses).toEqual([
      'MIT',
    ])
    const response = { findings: [{ rule_name: 'r', ruleMessage: 'm', debugDump: long }] }
    expect(onlyRun(await read(response, { pieces: 65_536 })).findings[0]?.message).toBe('m')
  })

  test.each([
    ['/results/0/extra/message', semgrepFile([{ check_id: 'r', path: 'a', extra: { message: 'LONG' } }])],
    [
      '/runs/0/results/0/message/text',
      { version: '2.1.0', runs: [{ results: [{ message: { text: 'LONG' } }] }] },
    ],
    ['/components/0/name', { bomFormat: 'CycloneDX', components: [{ name: 'LONG' }] }],
    ['/findings/0/ruleMessage', { findings: [{ rule_name: 'r', ruleMessage: 'LONG' }] }],
  ])('a text over the limit is refused where it is read: %s', async (path, file) => {
    const text = JSON.stringify(file).replace('LONG', 'x'.repeat(1_500_000))
    expect(await faultOf(text, { pieces: 65_536 })).toMatchObject({
      message: 'a string is longer than 1048576 bytes',
      path,
    })
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
      ]).map((extra) => semgrepFile([{ extra, ...outer, check_id: 'r', path: 'p' }])),
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
    const sarif = fc
      .tuple(result, run)
      .map(([one, rest]) => ({ version: '2.1.0', runs: [{ ...rest, results: [one] }] }))
    const response = keys([
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
      .map((dependencies) => semgrepFile([], { dependencies }))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(semgrep, sarif, response, json, bom, lockfiles),
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
        expect(
          await readsOrRefuses({ version: '2.1.0', runs: [{ results, originalUriBaseIds: bases }] }),
        ).toBe(true)
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
      const deep = `{"errors":[],"results":[{"check_id":"r","path":"p","extra":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
      expect(await readsOrRefuses(deep, 65_536)).toBe(depth === 50)
    }
    for (const length of [1000, 1_000_000, 2_000_000]) {
      const extra = { message: 'x'.repeat(length), lines: 'y\n'.repeat(length / 4) }
      const huge = semgrepFile([{ check_id: 'r', path: 'p', extra }])
      expect(await readsOrRefuses(JSON.stringify(huge), 65_536)).toBe(length < 2_000_000)
    }
  })

  test('keys that JavaScript gives a meaning are only keys', async () => {
    const text =
      '{"__proto__":1,"constructor":{},"errors":[],"results":[{"__proto__":{"polluted":1},"check_id":"__proto__","path":"constructor","extra":{"__proto__":{"message":"no"},"metavars":{"__proto__":{}}}}]}'
    const run = onlyRun(await read(text))
    expect(run.findings[0]).toMatchObject({
      rulePath: '__proto__',
      location: { filePath: 'constructor' },
      message: null,
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
