import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import { validateXML } from 'xmllint-wasm'

export const cycloneDxVersions = ['1.4', '1.5', '1.6', '1.7'] as const
type Version = (typeof cycloneDxVersions)[number]

const { JsonStrictValidator } = Validation
/** Each compiles its schema once, which takes longer than to hold a file against it. */
const validators = {
  '1.4': new JsonStrictValidator(Spec.Version.v1dot4),
  '1.5': new JsonStrictValidator(Spec.Version.v1dot5),
  '1.6': new JsonStrictValidator(Spec.Version.v1dot6),
  '1.7': new JsonStrictValidator(Spec.Version.v1dot7),
}

/** Demands that a text is valid by the strict schema of CycloneDX as JSON. */
export async function assertCycloneDxJson(version: Version, text: string): Promise<void> {
  expect(await validators[version].validate(text)).toBeNull()
}

const schemas = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
)
const schemaNamed = (fileName: string) => ({ fileName, contents: readFileSync(join(schemas, fileName)) })

/** Demands that a text is valid by the official schema of CycloneDX as XML. */
export async function assertCycloneDxXml(version: Version, text: string): Promise<void> {
  const { errors } = await validateXML({
    xml: { fileName: 'bom.xml', contents: text },
    schema: schemaNamed(`bom-${version}.SNAPSHOT.xsd`),
    preload: schemaNamed('spdx.SNAPSHOT.xsd'),
    initialMemoryPages: 512,
    maxMemoryPages: 4096,
  })
  expect(errors.map((error) => error.message)).toEqual([])
}

const schema = gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/spdx-2.3.schema.json.gz')))
const ajv = new Ajv({ strict: false, allErrors: true })
// Of the two ways in which the package gives itself, the types know one and the runtime the other.
formats['default'](ajv)
const isSpdx = ajv.compile(JSON.parse(schema.toString()))

interface SpdxDocument {
  documentNamespace: string
  packages: Record<string, never>[]
  relationships: { spdxElementId: string; relationshipType: string; relatedSpdxElement: string }[]
  hasExtractedLicensingInfos?: { licenseId: string }[]
  [key: string]: unknown
}

/** Demands that a text is valid by the official schema of SPDX 2.3, and names nothing that it does not hold. */
export function assertSpdx(text: string): SpdxDocument {
  // parse: held against the schema in the next line.
  const document = JSON.parse(text) as SpdxDocument
  isSpdx(document)
  expect(isSpdx.errors ?? []).toEqual([])
  const ids = document.packages.map((one) => String(one['SPDXID']))
  expect(new Set(ids).size).toBe(ids.length)
  const known = new Set(['SPDXRef-DOCUMENT', ...ids])
  for (const id of ids) expect(id).toMatch(/^SPDXRef-[A-Za-z0-9.-]+$/)
  for (const one of document.relationships) {
    expect([known.has(one.spdxElementId), known.has(one.relatedSpdxElement)]).toEqual([true, true])
  }
  const own = new Set(document.hasExtractedLicensingInfos?.map((one) => one.licenseId))
  for (const one of document.packages) {
    for (const [ref] of String(one['licenseDeclared']).matchAll(/LicenseRef-[A-Za-z0-9.-]+/g)) {
      expect(own).toContain(ref)
    }
  }
  return document
}
