import { randomUUID } from 'node:crypto'
import { purlOfPackage } from '#server/base/purl.ts'
import type { Package } from '../content/content.ts'
import { type ExportSpec, isDirect } from '../content/export-spec.ts'
import { toPlainText } from './plain-text.ts'
import { SpdxLicenses } from './spdx-licenses.ts'

// There is no maintained library that writes SPDX 2.3; the document is small, and tests validate it against the
// official schema.

/** CycloneDX's algorithms in SPDX's spelling. Source: SPDX specification 2.3, clause 7.10. */
const algorithms: Record<string, string> = {
  MD5: 'MD5',
  'SHA-1': 'SHA1',
  'SHA-256': 'SHA256',
  'SHA-384': 'SHA384',
  'SHA-512': 'SHA512',
  'SHA3-256': 'SHA3-256',
  'SHA3-384': 'SHA3-384',
  'SHA3-512': 'SHA3-512',
  'BLAKE2b-256': 'BLAKE2b-256',
  'BLAKE2b-384': 'BLAKE2b-384',
  'BLAKE2b-512': 'BLAKE2b-512',
  BLAKE3: 'BLAKE3',
}

/** Component types of CycloneDX that are purposes in SPDX too. Source: SPDX specification 2.3, clause 7.24. */
const purposes = new Set([
  'application',
  'framework',
  'library',
  'container',
  'operating-system',
  'device',
  'firmware',
  'file',
])

const purposeOf = (componentType: string) =>
  purposes.has(componentType) ? componentType.toUpperCase().replace('-', '_') : 'OTHER'

/** Writes an SPDX 2.3 document. Source: SPDX specification 2.3; docs/api.md#sbom-exports. */
export function spdxDocument(order: ExportSpec): string {
  const { request, content } = order
  const licenses = new SpdxLicenses()
  const supplier = supplierOf(request.supplier)
  const name = toPlainText(request.name)
  const origin = [order.ref && `ref ${order.ref}`, order.commit && `commit ${order.commit}`].filter(Boolean)
  const packages: object[] = [
    {
      ...noAssertion,
      SPDXID: subject,
      name,
      ...(request.componentVersion ? { versionInfo: toPlainText(request.componentVersion) } : {}),
      ...(supplier ? { supplier } : {}),
      ...(request.supplier?.url && URL.canParse(request.supplier.url)
        ? { homepage: request.supplier.url }
        : {}),
      ...(origin.length > 0 ? { sourceInfo: toPlainText(origin.join(', ')) } : {}),
      primaryPackagePurpose: purposeOf(request.componentType),
    },
  ]
  const relationships: Relationship[] = [relation('SPDXRef-DOCUMENT', 'DESCRIBES', subject)]
  for (const project of content.projects) {
    const holder = order.nested ? `SPDXRef-Project-${project.id}` : subject
    if (order.nested) {
      packages.push({
        ...noAssertion,
        SPDXID: holder,
        name: toPlainText(project.name),
        ...(supplier ? { supplier } : {}),
        sourceInfo: toPlainText(
          [`ref ${project.ref}`, project.commit && `commit ${project.commit}`].filter(Boolean).join(', '),
        ),
        primaryPackagePurpose: 'APPLICATION',
      })
      relationships.push(relation(subject, 'CONTAINS', holder))
    }
    const first = packages.length
    const idOf = (at: number) => `SPDXRef-Package-${first + at}`
    for (const [at, one] of project.packages.entries()) {
      packages.push({ SPDXID: idOf(at), ...packageOf(one, licenses) })
      relationships.push(relation(holder, isDirect(one) ? 'DEPENDS_ON' : 'CONTAINS', idOf(at)))
      for (const other of one.requires ?? []) {
        if (other !== at) relationships.push(relation(idOf(at), 'DEPENDS_ON', idOf(other)))
      }
    }
  }
  const own = licenses.extracted()
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name,
    documentNamespace: `https://spdx.org/spdxdocs/${encodeURIComponent(name.replace(/[^\w.-]+/g, '-'))}-${randomUUID()}`,
    creationInfo: {
      created: new Date(order.at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      creators: [`Tool: Gatehouse-${order.toolVersion}`, ...(supplier ? [supplier] : [])],
    },
    packages,
    relationships,
    ...(own.length > 0 ? { hasExtractedLicensingInfos: own } : {}),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const subject = 'SPDXRef-Subject'

/** Unknown values are declared as such, never guessed. */
const noAssertion = {
  supplier: 'NOASSERTION',
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
}

interface Relationship {
  spdxElementId: string
  relationshipType: 'DESCRIBES' | 'DEPENDS_ON' | 'CONTAINS'
  relatedSpdxElement: string
}

const relation = (
  spdxElementId: string,
  relationshipType: Relationship['relationshipType'],
  relatedSpdxElement: string,
): Relationship => ({ spdxElementId, relationshipType, relatedSpdxElement })

function packageOf(one: Package, licenses: SpdxLicenses): object {
  const purl = purlOfPackage(one)
  const checksums = one.hashes.flatMap(({ alg, content }) => {
    const algorithm = algorithms[alg]
    return algorithm && /^[0-9a-fA-F]+$/.test(content)
      ? [{ algorithm, checksumValue: content.toLowerCase() }]
      : []
  })
  const externalRefs = [
    ...(purl === undefined ? [] : [reference('PACKAGE-MANAGER', 'purl', purl)]),
    ...(one.cpes ?? []).map((cpe) =>
      reference('SECURITY', cpe.startsWith('cpe:2.3:') ? 'cpe23Type' : 'cpe22Type', cpe),
    ),
  ]
  const paths = one.places.map((place) => place.path).join(', ')
  return {
    ...noAssertion,
    name: toPlainText(one.name),
    ...(one.version === '' ? {} : { versionInfo: toPlainText(one.version) }),
    licenseDeclared: licenses.declared(one.licenses.map(toPlainText)),
    ...(checksums.length > 0 ? { checksums } : {}),
    ...(externalRefs.length > 0 ? { externalRefs } : {}),
    ...(paths ? { sourceInfo: toPlainText(`listed in ${paths}`) } : {}),
    primaryPackagePurpose: 'LIBRARY',
  }
}

/** Source: SPDX specification 2.3, clause 7.21 and annex F. */
const reference = (referenceCategory: string, referenceType: string, referenceLocator: string) => ({
  referenceCategory,
  referenceType,
  referenceLocator,
})

/** An agent, with its e-mail address in brackets. Source: SPDX specification 2.3, clause 7.5. */
function supplierOf(supplier: ExportSpec['request']['supplier']): string | null {
  // An agent is a single line.
  const name = toPlainText(supplier?.name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (name === '') return null
  return supplier?.contact?.email
    ? `Organization: ${name} (${supplier.contact.email})`
    : `Organization: ${name}`
}
