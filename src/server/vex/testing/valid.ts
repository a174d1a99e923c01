import { expect } from 'vitest'
import { assertCycloneDxJson } from '#server/sbom/testing/valid.ts'
import { vexJustifications, vexStatuses } from '../vocabulary.ts'

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const urn = expect.stringMatching(
  /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)
const purl = expect.stringMatching(/^pkg:[a-z]+\/[\w%.@:/?=&+~!-]+$/)

/** Demands that each key of an object is one that the specification has. */
function assertKeys(object: object, known: readonly string[]) {
  expect(Object.keys(object).filter((key) => !known.includes(key))).toEqual([])
}

interface OpenVexStatement {
  vulnerability: { name: string; aliases?: string[] }
  status: (typeof vexStatuses)[number]
  products: { subcomponents: { '@id': string }[] }[]
  [key: string]: unknown
}

/** Demands what the specification of OpenVEX 0.2.0 requires. */
export function assertOpenVex(text: string): OpenVexStatement[] {
  // parse: held against the specification below.
  const document = JSON.parse(text) as { statements: OpenVexStatement[] }
  const keys = ['@context', '@id', 'author', 'role', 'timestamp', 'version', 'tooling', 'statements']
  assertKeys(document, keys)
  expect(document).toMatchObject({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': urn,
    author: expect.any(String),
    timestamp,
    version: 1,
  })
  expect(document.statements.length).toBeGreaterThan(0)
  for (const one of document.statements) {
    assertKeys(one, [
      '@id',
      'vulnerability',
      'timestamp',
      'products',
      'status',
      'justification',
      'impact_statement',
      'action_statement',
    ])
    expect(one).toMatchObject({ '@id': urn, vulnerability: { name: expect.any(String) }, timestamp })
    expect(vexStatuses).toContain(one.status)
    for (const product of one.products) {
      expect(product).toMatchObject({ '@id': purl, identifiers: { purl } })
      for (const part of product.subcomponents)
        expect(part).toMatchObject({ '@id': purl, identifiers: { purl } })
    }
    if (one.status === 'not_affected') expect(one['justification'] ?? one['impact_statement']).toBeTruthy()
    else expect([one['justification'], one['impact_statement']]).toEqual([undefined, undefined])
    if (one['justification'] !== undefined) expect(vexJustifications).toContain(one['justification'])
    expect(one['action_statement'] !== undefined).toBe(one.status === 'affected')
  }
  const ids = document.statements.map((one) => one['@id'])
  expect(new Set(ids).size).toBe(ids.length)
  return document.statements
}

interface Vulnerability {
  id: string
  analysis: { state: string; justification?: string; response?: string[]; detail?: string }
  affects: { ref: string }[]
}

/** Demands that a text is valid CycloneDX 1.6 whose references lead to components of it. */
export async function assertCycloneDxVex(text: string): Promise<Vulnerability[]> {
  await assertCycloneDxJson('1.6', text)
  // parse: held against the schema above.
  const document = JSON.parse(text) as {
    components?: unknown
    metadata: { component: { 'bom-ref': string; components: { 'bom-ref': string }[] } }
    vulnerabilities: Vulnerability[]
  }
  expect(document.components).toBeUndefined()
  const refs = document.metadata.component.components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { affects } of document.vulnerabilities)
    for (const { ref } of affects) expect([...refs, document.metadata.component['bom-ref']]).toContain(ref)
  return document.vulnerabilities
}

interface CsafVulnerability {
  cve?: string
  ids?: { text: string }[]
  notes: unknown[]
  product_status: Partial<Record<string, string[]>>
  flags?: { label: string; product_ids: string[] }[]
  threats?: { category: string; details: string; product_ids: string[] }[]
  remediations?: { category: string; details: string; product_ids: string[] }[]
}

interface CsafProduct {
  product_id: string
}

const statusGroups = ['known_not_affected', 'known_affected', 'fixed', 'under_investigation']

/** Demands what CSAF 2.0 requires of every document (6.1) and of the profile VEX (4.5). */
export function assertCsafVex(text: string): CsafVulnerability[] {
  // parse: held against the specification below.
  const csaf = JSON.parse(text) as {
    document: { tracking: { revision_history: unknown[]; version: string } }
    product_tree: {
      full_product_names: CsafProduct[]
      relationships: {
        full_product_name: CsafProduct
        product_reference: string
        relates_to_product_reference: string
      }[]
    }
    vulnerabilities: CsafVulnerability[]
  }
  assertKeys(csaf, ['document', 'product_tree', 'vulnerabilities'])
  expect(csaf.document).toMatchObject({
    category: 'csaf_vex',
    csaf_version: '2.0',
    publisher: {
      category: 'vendor',
      name: expect.any(String),
      namespace: expect.stringMatching(/^https?:\/\//),
    },
    title: expect.any(String),
    tracking: {
      current_release_date: timestamp,
      id: expect.stringMatching(/^\S+$/),
      initial_release_date: timestamp,
      revision_history: [{ date: timestamp, number: '1', summary: expect.any(String) }],
      status: 'final',
      version: '1',
    },
  })
  const { full_product_names: names, relationships } = csaf.product_tree
  const defined = [...names, ...relationships.map((one) => one.full_product_name)].map(
    (one) => one.product_id,
  )
  expect(new Set(defined).size).toBe(defined.length)
  for (const { product_reference: part, relates_to_product_reference: whole } of relationships)
    for (const id of [part, whole]) expect(names.map((one) => one.product_id)).toContain(id)
  expect(csaf.vulnerabilities.length).toBeGreaterThan(0)
  for (const one of csaf.vulnerabilities) assertCsafVulnerability(one, defined)
  return csaf.vulnerabilities
}

function assertCsafVulnerability(one: CsafVulnerability, defined: readonly string[]) {
  assertKeys(one, ['cve', 'ids', 'notes', 'product_status', 'flags', 'threats', 'remediations'])
  expect(one.cve ?? one.ids?.[0]?.text).toBeTruthy()
  if (one.cve !== undefined) expect(one.cve).toMatch(/^CVE-[0-9]{4}-[0-9]{4,}$/)
  expect(one.notes).toHaveLength(1)
  assertKeys(one.product_status, statusGroups)
  const all = Object.values(one.product_status).flatMap((ids) => ids ?? [])
  expect(all.length).toBeGreaterThan(0)
  // No product is in two groups (6.1.6), and each exists (6.1.1).
  expect(new Set(all).size).toBe(all.length)
  for (const id of all) expect(defined).toContain(id)
  for (const list of [one.flags, one.threats, one.remediations]) {
    if (list !== undefined) expect(list.length).toBeGreaterThan(0)
    for (const { product_ids: ids } of list ?? []) expect(new Set(ids).size).toBe(ids.length)
  }
  for (const { label } of one.flags ?? []) expect(vexJustifications).toContain(label)
  const explained = [...(one.flags ?? []), ...(one.threats ?? [])].flatMap(({ product_ids: ids }) => ids)
  expect(explained.toSorted()).toEqual((one.product_status['known_not_affected'] ?? []).toSorted())
  const remedied = (one.remediations ?? []).flatMap(({ product_ids: ids }) => ids)
  expect(remedied.toSorted()).toEqual((one.product_status['known_affected'] ?? []).toSorted())
  for (const { category } of one.remediations ?? [])
    expect(['none_available', 'no_fix_planned', 'vendor_fix']).toContain(category)
}
