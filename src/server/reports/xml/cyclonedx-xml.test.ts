import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cycloneDxXml } from '../testing/cyclonedx-xml.ts'
import { faultOf, fixture, onlyRun, read } from '../testing/read.ts'

/** A document of every part that is read, in the order of the XML schema. */
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: '2026-01-15T11:58:00Z',
    tools: {
      components: [{ type: 'application', name: 'cdxgen', version: '10.2.0' }],
      services: [{ name: 'scanner', version: '2' }],
    },
    component: {
      type: 'application',
      'bom-ref': 'shop',
      name: 'shop',
      version: '1.0',
      externalReferences: [
        { type: 'website', url: 'https://shop.example' },
        { type: 'vcs', url: 'https://git.example/acme/shop.git' },
      ],
    },
    properties: [{ name: 'gatehouse:commit', value: '9f2c1ab' }],
  },
  components: [
    {
      type: 'library',
      'bom-ref': 'pkg:npm/lodash@4.17.15',
      name: 'lodash',
      version: '4.17.15',
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
      licenses: [{ license: { id: 'MIT' } }, { license: { name: 'Own & "quoted" <license>' } }],
      purl: 'pkg:npm/lodash@4.17.15',
      properties: [{ name: 'SrcFile', value: 'web/package-lock.json' }],
      evidence: { occurrences: [{ location: 'web/package-lock.json', line: 12 }] },
    },
    {
      type: 'library',
      'bom-ref': 'b',
      group: 'org.acme',
      name: 'b',
      version: '2',
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
      purl: 'pkg:maven/org.acme/b@2',
      components: [
        { type: 'library', 'bom-ref': 'c', name: 'c', version: '3', purl: 'pkg:npm/c@3' },
        { type: 'file', 'bom-ref': 'f', name: 'f.txt' },
      ],
    },
  ],
  dependencies: [
    { ref: 'shop', dependsOn: ['pkg:npm/lodash@4.17.15', 'b'] },
    { ref: 'b', dependsOn: ['c'] },
    { ref: 'c' },
  ],
  vulnerabilities: [
    {
      'bom-ref': 'v1',
      id: 'CVE-2021-23337',
      source: { name: 'NVD', url: 'https://nvd.example/1' },
      references: [
        { id: 'GHSA-35jh-r3h4-6jhm', source: { name: 'GitHub', url: 'https://github.example/1' } },
      ],
      ratings: [
        { source: { name: 'NVD' }, score: 7.2, severity: 'high', method: 'CVSSv31', vector: 'CVSS:3.1/AV:N' },
        { source: { name: 'EPSS' }, score: 0.012, method: 'other' },
      ],
      cwes: [77, 94],
      description: ' Command injection\n\n  in `template` & <others>.\n',
      detail: 'Detail',
      recommendation: 'Upgrade lodash to version 4.17.21',
      advisories: [{ title: 'Advisory', url: 'https://advisory.example/1' }],
      affects: [{ ref: 'pkg:npm/lodash@4.17.15' }],
      properties: [{ name: 'epss:percentile', value: '0.5' }],
    },
    {
      id: 'CVE-2022-1',
      ratings: [{ severity: 'low' }],
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Never called' },
      affects: [{ ref: 'b' }, { ref: 'c' }],
    },
    { id: 'CVE-2022-2', analysis: { state: 'resolved' }, affects: [{ ref: 'b' }] },
  ],
}
const xml = cycloneDxXml(document)

/** The same with tools as until CycloneDX 1.4. */
const legacy = {
  ...document,
  specVersion: '1.4',
  metadata: { ...document.metadata, tools: [{ vendor: 'OWASP', name: 'dependency-check', version: '8' }] },
}

describe('a document as XML', () => {
  test.each([
    ['with tools as components', document],
    ['with tools of the old kind', legacy],
    ['without parts', { bomFormat: 'CycloneDX', specVersion: '1.2' }],
    ['with empty parts', { ...document, components: [], vulnerabilities: [], dependencies: [] }],
    ['without vulnerabilities', { ...document, vulnerabilities: undefined }],
  ])('gives the report of its JSON: %s', async (_, of) => {
    const json = JSON.parse(JSON.stringify(of))
    const expected = await read(json)
    for (const pieces of [1, 7, 65_536]) expect(await read(cycloneDxXml(json), { pieces })).toEqual(expected)
  })

  test.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('is read in version %s', async (specVersion) => {
    expect(await read(cycloneDxXml({ ...document, specVersion }))).toEqual(await read(document))
  })

  test('contains all that is compared', async () => {
    const run = onlyRun(await read(xml))
    expect(run).toMatchObject({
      tool: { name: 'cdxgen', version: '10.2.0' },
      completedAt: '2026-01-15T11:58:00.000Z',
      revision: { repositoryUrl: 'https://git.example/acme/shop', commit: '9f2c1ab' },
    })
    expect(run.lockfiles?.flatMap(({ dependencies }) => dependencies.map(({ name }) => name))).toEqual([
      'lodash',
      'org.acme:b',
      'c',
    ])
    expect(run.findings).toHaveLength(3)
    expect(run.findings[0]).toMatchObject({
      severity: 'high',
      epss: { score: 0.012, percentile: 0.5 },
      message: expect.stringContaining('in `template` & <others>.\n'),
      foundDependency: { package: 'lodash', transitivity: 'direct' },
    })
  })

  test('may have prefixes, other namespaces, comments, CDATA and no declaration', async () => {
    const prefixed = xml
      .replace(/^<\?xml.*\?>\n/, '')
      .replaceAll(/<(\/?)([a-z])/gi, '<$1c:$2')
      .replace('xmlns=', 'xmlns:c=')
      .replace(
        '<c:components>',
        '<c:components><x:component xmlns:x="urn:x"><c:name>no</c:name></x:component>',
      )
      .replace('>Detail<', '><!-- a --><![CDATA[Det]]>ail<?pi x?><')
      .replace('>7.2<', '>\n 7.2 <')
      .replace('>lodash<', '>\n  lodash\n<')
    expect(await read(prefixed)).toEqual(await read(document))
    const marked = Buffer.from(`\ufeff\n <!-- ${'long '.repeat(2000)} -->${xml.slice(xml.indexOf('<bom'))}`)
    expect(await read(marked, { pieces: 100 })).toEqual(await read(document))
  })

  test('is read in UTF-8, whatever its declaration says', async () => {
    const said = xml.replace('UTF-8', 'UTF-16').replace('>Detail<', '>Détail 🦉<')
    const expected = cycloneDxXml(document).replace('>Detail<', '>D&#233;tail &#x1F989;<')
    for (const pieces of [1, 2, 5]) expect(await read(said, { pieces })).toEqual(await read(expected))
  })

  test('names its repeated parts and elements inside of text like the last ones', async () => {
    const twice = xml.replace('<name>lodash</name>', '<name>x</name><name>lod<b>no</b>ash</name>')
    expect(await read(twice)).toEqual(await read(document))
  })
})

describe('a document that is hostile', () => {
  const bom = (inner: string, before = '') =>
    `<?xml version="1.0"?>${before}<bom xmlns="http://cyclonedx.org/schema/bom/1.5">${inner}</bom>`
  const component = (inner: string) =>
    bom(`<components><component type="library">${inner}</component></components>`)
  const laughs = `<!DOCTYPE bom [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY b${at} "&a;&a;">`).join('')}]>`

  test.each<[string, string | Buffer, RegExp]>([
    ['a billion laughs', bom('<components>&b8;</components>', laughs), /document type declaration/],
    [
      'an external entity',
      bom('<metadata>&x;</metadata>', '<!DOCTYPE bom [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /document type declaration/,
    ],
    [
      'an external document type',
      bom('', '<!DOCTYPE bom SYSTEM "http://x.example/bom.dtd">'),
      /type declaration/,
    ],
    ['an entity that is not defined', component('<name>&nbsp;</name>'), /not well-formed: undefined entity/],
    ['deep nesting', bom('<a>'.repeat(200)), /more than 100 levels/],
    ['deep components', bom('<components><component>'.repeat(60)), /more than 100 levels/],
    ['a huge attribute', bom(`<components x="${'y'.repeat(1_100_000)}"/>`), /an attribute is longer than/],
    [
      'many attributes',
      bom(`<a ${Array.from({ length: 1_001 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      /more than 1000 attr/,
    ],
    ['a huge name', bom(`<${'n'.repeat(17_000_000)}/>`), /a part of the XML is longer than/],
    ['a huge comment', bom(`<!--${'c'.repeat(17_000_000)}-->`), /a part of the XML is longer than/],
    [
      'a huge text that is read',
      component(`<name>${'n'.repeat(1_100_000)}</name>`),
      /string is longer than 1048576/,
    ],
    [
      'a text of many parts',
      component(`<name>${'<!-- -->nnnnnnnnnn'.repeat(110_000)}</name>`),
      /string is longer/,
    ],
    ['an unclosed element', bom('<components>').replace('</bom>', ''), /not well-formed: unclosed tag/],
    ['a wrong end', bom('<components></component>'), /not well-formed: unexpected close tag|unmatched/],
    ['text after the root', `${xml}text`, /not well-formed/],
    ['two roots', `${xml}${xml.slice(xml.indexOf('<bom'))}`, /not well-formed/],
    ['a repeated attribute', bom('<components a="1" a="2"/>'), /duplicate attribute/],
    ['an unbound prefix', bom('<x:components/>'), /unbound namespace prefix/],
    ['a null character', bom('<components>&#0;</components>'), /not well-formed/],
    ['UTF-16', Buffer.from(`\ufeff${xml}`, 'utf16le'), /in UTF-16LE/],
    ['UTF-16 without a mark', Buffer.from(xml, 'utf16le').swap16(), /in UTF-16BE/],
    ['Latin-1', Buffer.from(component('<name>caf\u00e9</name>'), 'latin1'), /byte 0xe9 .*iconv/],
    [
      'version 1.1',
      xml.replace('bom/1.6', 'bom/1.1'),
      /this version of CycloneDX is not supported; use 1\.2 to 1\.7/,
    ],
    ['another namespace', xml.replace('schema/bom/1.6', 'schema/bom/x'), /the file is XML \(`bom`\)/],
  ])('is refused: %s', async (_, input, message) => {
    for (const pieces of [977, 65_536]) {
      const fault = await faultOf(input, { pieces })
      expect(fault.message).toMatch(message)
      expect(fault.message.length).toBeLessThan(600)
    }
  })

  test('is refused with the place in the XML', async () => {
    const long = `<name>${'é'.repeat(600_000)}</name>`
    const text = component(`\n  <group>é</group>\n  ${long}`)
    expect(await faultOf(text, { pieces: 1000 })).toMatchObject({ line: 3 })
    const entity = bom('\n<components>\n  é<component>&x;</component></components>')
    const byteOffset = Buffer.from(entity).indexOf(';')
    expect(await faultOf(entity, { pieces: 3 })).toMatchObject({ line: 3, column: 18, byteOffset })
    const wrong = await faultOf(xml.replace('bom/1.6', 'bom/2.0'))
    expect(wrong).toMatchObject({ line: 2, path: '/specVersion' })
  })

  test('may have a long text that nobody reads', async () => {
    const long = 'x'.repeat(1_500_000)
    const run = onlyRun(await read(component(`<name>a</name><description>${long}</description>`)))
    expect(run.lockfiles?.[0]?.dependencies).toHaveLength(1)
    const attached = `<licenses><license><id>MIT</id><text><![CDATA[${long}]]></text></license></licenses>`
    expect(
      onlyRun(await read(component(`<name>a</name>${attached}`))).lockfiles?.[0]?.dependencies[0],
    ).toMatchObject({ licenses: ['MIT'] })
  })

  test('cannot change what objects are', async () => {
    const evil = component(
      '<__proto__><name>x</name></__proto__><constructor/><name>a</name><hashes><hash alg="__proto__">1</hash></hashes>',
    )
    expect(onlyRun(await read(evil)).lockfiles?.[0]?.dependencies).toMatchObject([{ name: 'a' }])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('is refused or read where it ends early', async () => {
    for (let length = 1; length < xml.length - 1; length += 13)
      expect((await faultOf(xml.slice(0, length))).line).toBeGreaterThan(0)
  })
})

test('another format that is named is not found in it', async () => {
  expect((await faultOf(xml, { format: 'sarif' })).message).toMatch(/does not match SARIF: it has no `runs`/)
  expect(await read(xml, { format: 'cyclonedx' })).toEqual(await read(document))
})

test('an old sample of a real tool is refused by its version', async () => {
  const sentence = /this version of CycloneDX is not supported; use 1\.2 to 1\.7/
  expect((await faultOf(fixture('cyclonedx_bom.xml'), { pieces: 7 })).message).toMatch(sentence)
})

test('texts arrive as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 40 }),
      async (name, pieces) => {
        const of = { ...document, components: [{ type: 'library', name, version: '1' }], dependencies: [] }
        // XML has no way to write these characters, and Gatehouse trims names.
        const writable = /^[^\p{Cc}\p{Cs}\ufffe\uffff]*$/u.test(name)
        if (writable) expect(await read(cycloneDxXml(of), { pieces })).toEqual(await read(of))
      },
    ),
    { numRuns: 200 },
  )
})
