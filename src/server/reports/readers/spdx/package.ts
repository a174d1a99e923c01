import { asName, asObjects, asText, bounds, type JsonObject } from '../../values/json-values.ts'
import { isLockfile, lockfilePath } from '../../values/lockfile-names.ts'
import { type Component, componentOf } from '../cyclonedx/component.ts'

/** Purposes of packages, as types of components. Source: SPDX 2.3, clause 7.24; CycloneDX 1.7, "component type". */
const types: ReadonlyMap<string, string> = new Map([
  ['FILE', 'file'],
  ['OPERATING-SYSTEM', 'operating-system'],
  ['OPERATING_SYSTEM', 'operating-system'],
])

/** A package of an SPDX document, as the component that CycloneDX would describe. Source: SPDX 2.3, clause 7. */
export function componentOfPackage(described: JsonObject): Component {
  const purpose = asName(described['primaryPackagePurpose'], 50)
  const purl = purlIn(described)
  const name = asName(described['name'])
  // Trivy lists lockfiles among the packages.
  const isHolder = purl === null && name !== null && purpose === 'APPLICATION' && isLockfile(name)
  const component = componentOf(
    {
      'bom-ref': described['SPDXID'],
      type: types.get(purpose ?? ''),
      name: purl === null ? name : withoutManager(name),
      version: known(described['versionInfo']),
      purl,
      cpe: references(described, /^cpe2[23]Type$/),
      licenses: licensesIn(described),
      hashes: asObjects(described['checksums']).map(({ algorithm, checksumValue }) => ({
        alg: asName(algorithm, 50)?.replace(/^SHA(?=\d{1,3}$)/, 'SHA-'),
        content: checksumValue,
      })),
      properties: lockfilesIn(described['sourceInfo']).map((value) => ({ name: 'SrcFile', value })),
    },
    null,
  )
  return isHolder ? { ...component, holder: { kind: 'lockfile' } } : component
}

const purlIn = (described: JsonObject) => asName(references(described, /^purl$/)[0], bounds.url)

/** The external references of a type; a listed type may be its URI. Source: SPDX 2.3, clause 7.21 and annex F. */
function references(described: JsonObject, type: RegExp): unknown[] {
  return asObjects(described['externalRefs']).flatMap(({ referenceType, referenceLocator }) => {
    const name = asName(referenceType, 200)?.replace(/^https?:\/\/spdx\.org\/rdf\/references\//, '')
    return name !== undefined && type.test(name) ? [referenceLocator] : []
  })
}

/** Older exports of GitHub write `npm:lodash`. */
const withoutManager = (name: string | null) =>
  name?.replace(/^(?:npm|pip|maven|rubygems|nuget|composer|go|rust|actions|pub|swift):(?=.)/, '')

/** Null for the words by which SPDX says that something is not known. Source: SPDX 2.3, clause 7. */
function known(value: unknown): string | null {
  const text = asName(value)
  return text === null || text === 'NOASSERTION' || text === 'NONE' ? null : text
}

/** What was concluded, else what the package declares. */
function licensesIn(described: JsonObject): JsonObject[] {
  const license = known(described['licenseConcluded']) ?? known(described['licenseDeclared'])
  return license === null ? [] : [{ expression: license }]
}

/** Syft names the files in which it found a package in a sentence. */
function lockfilesIn(sourceInfo: unknown): string[] {
  const text = asText(sourceInfo, bounds.path)
  if (text === null || !/^acquired package info from /.test(text)) return []
  const paths = text.slice(text.indexOf(':') + 1).split(',')
  return [...new Set(paths.flatMap((path) => lockfilePath(path.trim()) ?? []))]
}
