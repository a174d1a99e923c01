import { describe, expect, test } from 'vitest'
import { assertCycloneDxJson, assertCycloneDxXml } from '#server/sbom/testing/valid.ts'
import { cycloneDx, library, vulnerability } from './testing/files.ts'
import { type Project, projects } from './testing/project.ts'

const project = projects()

const status = (word?: string) => (word === undefined ? {} : { status: word })
const range = (vers: string, word?: string) => ({ range: vers, ...status(word) })
const version = (one: string, word?: string) => ({ version: one, ...status(word) })

/** Lists of versions of a vulnerability, and how it stands in 2.1.0 after a scan with it. */
const listed: [what: string, versions: object[], standing: string][] = [
  ['CVE-2026-1', [range('vers:npm/>=2.0.0', 'unaffected')], 'left out'],
  ['CVE-2026-2', [range('vers:npm/>=3.0.0', 'unaffected')], 'open'],
  ['CVE-2026-3', [range('vers:npm/<2.0.0', 'affected'), range('vers:npm/>=2.0.0', 'unaffected')], 'left out'],
  ['CVE-2026-4', [range('vers:npm/>=2.0.0|<3.0.0'), range('vers:npm/>=2.1.0', 'unaffected')], 'open'],
  ['CVE-2026-5', [range('vers:npm/<3.0.0', 'affected'), version('2.1.0', 'unaffected')], 'left out'],
  ['CVE-2026-6', [range('vers:npm/>=2.0.0', 'unaffected'), version('2.1.0', 'affected')], 'open'],
  ['CVE-2026-7', [version('2.1.0', 'unaffected'), version('2.1.0')], 'open'],
  ['CVE-2026-8', [version('2.1.0', 'unknown')], 'not known'],
  ['CVE-2026-9', [range('vers:npm/*', 'unknown')], 'not known'],
  ['CVE-2026-10', [range('vers:npm/*', 'unknown'), range('vers:npm/>=2.0.0', 'unaffected')], 'not known'],
  ['CVE-2026-11', [range('>=2.0.0', 'unaffected')], 'open'],
  ['CVE-2026-12', [range('from 1 to 3', 'affected'), range('vers:npm/>=2.0.0', 'unaffected')], 'open'],
  ['CVE-2026-13', [version('v2.1.0', 'unaffected')], 'left out'],
  ['CVE-2026-14', [version('2.1.1', 'unaffected')], 'open'],
  ['CVE-2026-15', [{ status: 'unaffected' }, version('', 'unaffected')], 'open'],
]

const purl = 'pkg:npm/form@2.1.0'

/** How each vulnerability stands. */
async function standings(shop: Project): Promise<string[][]> {
  const found = new Map((await shop.vulnerabilities()).map((one) => [one.rule_name, one.rule_message ?? '']))
  return listed.map(([id]) => {
    const message = found.get(id)
    if (message === undefined) return [id, 'left out']
    return [id, message.includes('does not know whether this version is affected') ? 'not known' : 'open']
  })
}

const expected = listed.map(([id, , standing]) => [id, standing])
const leftOut = {
  reason: 'vulnerability that does not affect the version of the component',
  count: listed.filter(([, , standing]) => standing === 'left out').length,
}

describe('the status of the version of a component', () => {
  test('follows its own entry, then the ranges that contain it', async () => {
    const shop = await project()
    const vulnerabilities = listed.map(([id, versions]) =>
      vulnerability(id, [], { affects: [{ ref: purl, versions }] }),
    )
    const sent = await shop.send(cycloneDx([purl], { vulnerabilities }))
    expect(await standings(shop)).toEqual(expected)
    expect(sent.report?.left_out).toEqual([leftOut])
  })

  test('is the same in XML, and if the entries are in several targets', async () => {
    const shop = await project()
    const element = (one: object) =>
      Object.entries(one).map(([key, value]) => `<${key}>${escaped(String(value))}</${key}>`)
    const target = (one: object) =>
      `<target><ref>${purl}</ref><versions><version>${element(one).join('')}</version></versions></target>`
    const vulnerabilities = listed.map(
      ([id, versions]) =>
        `<vulnerability><id>${id}</id><affects>${versions.map(target).join('')}</affects></vulnerability>`,
    )
    await shop.send(
      `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library" bom-ref="${purl}">
        <name>form</name><version>2.1.0</version><purl>${purl}</purl></component></components>
        <vulnerabilities>${vulnerabilities.join('')}</vulnerabilities></bom>`,
    )
    expect(await standings(shop)).toEqual(expected)
  })

  test('is told by VEX, too: what is called affected beside unaffected versions stays open', async () => {
    const shop = await project()
    const ids = listed.map(([id]) => id)
    await shop.send(cycloneDx([purl], { vulnerabilities: ids.map((id) => vulnerability(id, [purl])) }))
    const vulnerabilities = listed.map(([id, versions]) => ({
      id,
      analysis: { state: 'not_affected', detail: 'Never called.' },
      affects: [{ ref: purl, versions }],
    }))
    await shop.vex({ bomFormat: 'CycloneDX', specVersion: '1.6', vulnerabilities })
    const open = (await shop.vulnerabilities()).filter((one) => one.triage_state === 'untriaged')
    expect(new Set(open.map((one) => one.rule_name))).toEqual(
      new Set(listed.flatMap(([id, , standing]) => (standing === 'left out' ? [] : [id]))),
    )
  })
})

const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const at = '2026-01-14T08:00:00Z'
const hashes = [{ alg: 'Streebog-256', content: 'ab'.repeat(32) }]

/** Everything that CycloneDX 1.7 has and 1.6 had not. */
const version17 = {
  $schema: 'http://cyclonedx.org/schema/bom-1.7.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.7',
  version: 1,
  metadata: {
    timestamp: at,
    component: { type: 'application', name: 'shop', 'bom-ref': 'shop' },
    distributionConstraints: { tlp: 'AMBER_AND_STRICT' },
  },
  components: [
    {
      ...library('pkg:npm/form@1.0.0'),
      cpe: 'cpe:2.3:a:acme:form:1.0.0:*:*:*:*:*:*:*',
      hashes,
      licenses: [
        {
          expression: 'MIT OR LicenseRef-Acme',
          expressionDetails: [{ licenseIdentifier: 'LicenseRef-Acme', text: { content: 'You may.' } }],
          licensing: { altIds: ['a-1'], licenseTypes: ['perpetual'] },
          properties: [{ name: 'reviewed', value: 'yes' }],
        },
        { license: { name: 'Acme License' } },
      ],
      externalReferences: [
        { type: 'patent', url: 'https://example.com/p', properties: [{ name: 'a', value: 'b' }] },
      ],
      patentAssertions: [{ assertionType: 'ownership', asserter: 'acme', patentRefs: ['patent-1'] }],
    },
    {
      type: 'library',
      name: 'peer',
      'bom-ref': 'peer',
      isExternal: true,
      versionRange: 'vers:npm/>=2.0.0|<4.0.0',
    },
    {
      type: 'cryptographic-asset',
      name: 'X25519',
      'bom-ref': 'crypto',
      cryptoProperties: {
        assetType: 'algorithm',
        algorithmProperties: { primitive: 'key-wrap', algorithmFamily: 'AES', ellipticCurve: 'nist/P-256' },
      },
    },
  ],
  dependencies: [
    { ref: 'shop', dependsOn: ['pkg:npm/form@1.0.0'] },
    { ref: 'pkg:npm/form@1.0.0', dependsOn: ['peer'] },
  ],
  vulnerabilities: [
    vulnerability('CVE-2026-50', ['pkg:npm/form@1.0.0']),
    vulnerability('CVE-2026-51', ['peer'], {
      affects: [{ ref: 'peer', versions: [{ range: 'vers:npm/<3.0.0', status: 'affected' }] }],
    }),
  ],
  citations: [
    {
      'bom-ref': 'citation-1',
      pointers: ['/components/0'],
      timestamp: at,
      attributedTo: 'acme',
      note: 'Reviewed.',
    },
  ],
  definitions: {
    patents: [
      { 'bom-ref': 'patent-1', patentNumber: 'US1234567', jurisdiction: 'US', patentLegalStatus: 'granted' },
      { 'bom-ref': 'family-1', familyId: 'F1', members: ['patent-1'] },
    ],
  },
}

const xml17 = `<?xml version="1.0"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.7" version="1">
  <metadata>
    <timestamp>${at}</timestamp>
    <component type="application" bom-ref="shop"><name>shop</name></component>
    <distributionConstraints><tlp>AMBER_AND_STRICT</tlp></distributionConstraints>
  </metadata>
  <components>
    <component type="library" bom-ref="form">
      <name>form</name>
      <version>1.0.0</version>
      <hashes><hash alg="Streebog-256">${'ab'.repeat(32)}</hash></hashes>
      <licenses>
        <expression-detailed expression="MIT OR LicenseRef-Acme">
          <details license-identifier="LicenseRef-Acme"><text>You may.</text></details>
        </expression-detailed>
        <license><name>Acme License</name></license>
      </licenses>
      <patentAssertions>
        <patentAssertion bom-ref="assertion">
          <assertionType>ownership</assertionType>
          <patentRefs><bom-ref>patent-1</bom-ref></patentRefs>
          <asserter><ref>acme</ref></asserter>
        </patentAssertion>
      </patentAssertions>
      <cpe>cpe:2.3:a:acme:form:1.0.0:*:*:*:*:*:*:*</cpe>
      <purl>pkg:npm/form@1.0.0</purl>
      <externalReferences>
        <reference type="patent">
          <url>https://example.com/p</url>
          <properties><property name="a">b</property></properties>
        </reference>
      </externalReferences>
    </component>
    <component type="library" bom-ref="peer" isExternal="true">
      <name>peer</name>
      <versionRange>vers:npm/&gt;=2.0.0|&lt;4.0.0</versionRange>
    </component>
    <component type="cryptographic-asset" bom-ref="crypto"><name>X25519</name></component>
  </components>
  <dependencies>
    <dependency ref="shop"><dependency ref="form"/></dependency>
    <dependency ref="form"><dependency ref="peer"/></dependency>
  </dependencies>
  <vulnerabilities>
    <vulnerability>
      <id>CVE-2026-50</id>
      <ratings><rating><severity>high</severity></rating></ratings>
      <affects><target><ref>form</ref></target></affects>
    </vulnerability>
    <vulnerability>
      <id>CVE-2026-51</id>
      <ratings><rating><severity>high</severity></rating></ratings>
      <affects>
        <target>
          <ref>peer</ref>
          <versions><version><range>vers:npm/&lt;3.0.0</range><status>affected</status></version></versions>
        </target>
      </affects>
    </vulnerability>
  </vulnerabilities>
</bom>`

describe('what CycloneDX 1.7 added is no obstacle', () => {
  test.each([
    ['JSON', JSON.stringify(version17), assertCycloneDxJson],
    ['XML', xml17, assertCycloneDxXml],
  ])('in %s', async (_, file, assertValid) => {
    await assertValid('1.7', file)
    const shop = await project()
    const sent = await shop.send(file)
    expect(sent.report?.left_out).toEqual([
      { reason: 'range of versions of a component, which is listed without a version', count: 1 },
      { reason: 'component of type "cryptographic-asset"', count: 1 },
    ])
    expect(
      (await shop.dependencies()).map((one) => [one.name, one.version, one.transitivity, one.licenses]),
    ).toEqual([
      ['form', '1.0.0', 'DIRECT', ['MIT OR LicenseRef-Acme', 'Acme License']],
      ['peer', '', 'TRANSITIVE', []],
    ])
    expect((await shop.vulnerabilities()).map((one) => [one.rule_name, one.status])).toEqual([
      ['CVE-2026-50', 'open'],
      ['CVE-2026-51', 'open'],
    ])
    const exported = await shop.bom({ format: 'SBOM_FORMAT_CYCLONEDX', version: '1.7' })
    expect(exported.components).toContainEqual(
      expect.objectContaining({ name: 'form', hashes, cpe: 'cpe:2.3:a:acme:form:1.0.0:*:*:*:*:*:*:*' }),
    )
  })
})
