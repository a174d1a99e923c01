import { getFinding } from '#contract/operations/findings.ts'
import { exportVex, importVex } from '#contract/operations/vex.ts'
import { Build, type GivenFinding } from '#server/findings/testing/build.ts'
import { type CallOptions, startTestService } from '#server/testing/service.ts'

const day = 24 * 3600_000

/** A service with a project `acme/shop`, whose supply-chain findings a test gives. */
export async function vexShop() {
  const service = await startTestService()
  const build = new Build(service)
  const find = (...findings: GivenFinding[]) =>
    build.add(
      ...findings.map((one) => ({
        type: 'sca' as const,
        package: 'lodash',
        version: '4.17.20',
        advisory: 'CVE-2021-23337',
        ...one,
      })),
    )
  const download = (query: Record<string, string | boolean> = {}, options: CallOptions = {}) =>
    service.call(exportVex, { ...options, query: { project: 'acme/shop', ...query } })
  const upload = (
    document: unknown,
    query: Record<string, string | boolean> = {},
    options: CallOptions = {},
  ) =>
    service.call(importVex, {
      ...options,
      query: { project: 'acme/shop', ...query },
      body: Buffer.isBuffer(document)
        ? document
        : Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
    })
  const read = async (id = 0) => (await service.call(getFinding, { path: { id } })).body
  /** The instant so many days before now. */
  const before = (days: number) => new Date(service.clock.now - days * day).toISOString()
  return { ...service, build, find, download, upload, read, before }
}

/** A bill of materials with the vulnerable package that `statement` is about. */
export const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [
    { 'bom-ref': 'a', type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' },
  ],
  vulnerabilities: [{ id: 'CVE-2021-23337', affects: [{ ref: 'a' }] }],
}

/** An OpenVEX document with the given statements. */
export const openVex = (statements: object[], more: object = {}) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.com/vex/1',
  author: 'Example Security',
  timestamp: '2026-01-14T08:00:00Z',
  version: 1,
  statements,
  ...more,
})

/** An OpenVEX statement about lodash. */
export const statement = (more: object = {}) => ({
  vulnerability: { name: 'CVE-2021-23337' },
  products: [{ '@id': 'pkg:npm/lodash@4.17.20' }],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  ...more,
})

/** CycloneDX VEX with the given vulnerabilities. */
export const cycloneDx = (vulnerabilities: object[], more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  metadata: { timestamp: '2026-01-14T08:00:00Z' },
  vulnerabilities,
  ...more,
})

/** A vulnerability of CycloneDX with an analysis, in lodash 4.17.20 of a bill of materials. */
export const analyzed = (analysis: object, more: object = {}) => ({
  id: 'CVE-2021-23337',
  analysis,
  affects: [{ ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#pkg:npm/lodash@4.17.20' }],
  ...more,
})

/** CSAF VEX about lodash 4.17.20 as a part of a product. */
export const csaf = (vulnerability: object, more: object = {}) => ({
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    publisher: { category: 'vendor', name: 'Example ProductCERT', namespace: 'https://psirt.example.com' },
    title: 'Example',
    tracking: { id: '2026-EX-001', current_release_date: '2026-01-14T08:00:00Z' },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Example',
        branches: [
          {
            category: 'product_version',
            name: '4.17.20',
            product: {
              product_id: 'LODASH',
              name: 'lodash 4.17.20',
              product_identification_helper: { purl: 'pkg:npm/lodash@4.17.20' },
            },
          },
        ],
      },
    ],
    full_product_names: [{ product_id: 'SHOP', name: 'Shop' }],
    relationships: [
      {
        category: 'default_component_of',
        full_product_name: { product_id: 'LODASH_IN_SHOP', name: 'lodash in Shop' },
        product_reference: 'LODASH',
        relates_to_product_reference: 'SHOP',
      },
    ],
    product_groups: [{ group_id: 'ALL', product_ids: ['LODASH_IN_SHOP'] }],
    ...more,
  },
  vulnerabilities: [{ cve: 'CVE-2021-23337', ...vulnerability }],
})
