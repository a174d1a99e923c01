import spdx from 'spdx-license-list'
import { formatPackageUrl, type ReadPackageUrl, readPackageUrl } from '#lib/urls/package-url.ts'
import { nameBeside, packageIn, purlOf } from '#server/base/purl.ts'
import type { ReportedDependency } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { cpesIn } from '../../values/cpes.ts'
import { ecosystemOf, hashList, hashOf } from '../../values/dependency-values.ts'
import { asName, asObjects, asPosition, bounds, getIn, type JsonObject } from '../../values/json-values.ts'
import { lockfilePath } from '../../values/lockfile-names.ts'
import { filePath } from '../../values/paths.ts'

/** A component, before the rest of the file is known. */
export type Component = {
  ref: string | null
  type: string | null
  name: string | null
  version: string | null
  /** As the file has it. */
  purl: string | null
  /** Null if it has no name, so that it is not a dependency. */
  dependency: ReportedDependency | null
  /** The lockfiles that it names, with its transitivity there if given. */
  lockfiles: { path: string; transitivity: ReportedDependency['transitivity'] | null }[]
  /** Set if it is not a package but contains some: an analyzed file, an operating system, a project. */
  holder: { kind: 'lockfile' | 'project' | 'other' } | null
  /** Position of the parent component. */
  parent: number | null
  /** Why parts of it are not read, one reason for each part. */
  leftOut: string[]
}

/** The parts of a component that are read. */
export const componentKeys = [
  'bom-ref',
  'type',
  'group',
  'name',
  'version',
  'versionRange',
  'purl',
  'cpe',
  'licenses',
  'hashes',
  'properties',
  'evidence',
] as const

const maxPurlLength = 2_048

/** Reads a component of a CycloneDX file. Source: CycloneDX 1.2 to 1.7, "component". */
export function componentOf(component: JsonObject, parent: number | null): Component {
  const properties = asObjects(component['properties'])
  const purl = purlIn(component['purl'])
  const read = purl === null ? null : readPackageUrl(purl)
  const named = read && packageIn(read.url)
  const ecosystemName = propertyIn(properties, 'gatehouse:ecosystem')
  const ecosystem = ecosystemOf(ecosystemName) ?? named?.ecosystem ?? 'generic'
  const version = asName(component['version']) ?? named?.version ?? ''
  const own = ownName(component, ecosystem)
  // Our own exports may say another ecosystem, whose packages are not named by the URL.
  const isNamed = read && (own === null || ecosystem === named?.ecosystem)
  const fullName = isNamed ? nameBeside(own, read.url) : own
  const lockfiles = lockfilesIn(component, properties)
  const hashes = asObjects(component['hashes'])
    .slice(0, bounds.list)
    .map((hash) => hashOf(hash['alg'], hash['content']))
  const { cpes, invalid } = cpesIn([component['cpe']].flat().slice(0, bounds.list))
  const type = asName(component['type'], 100)
  return {
    ref: refIn(component['bom-ref']),
    type,
    name: asName(component['name']),
    version: asName(component['version']),
    purl,
    dependency:
      fullName === null
        ? null
        : {
            ecosystem,
            name: fullName,
            version,
            transitivity: 'unknown',
            licenses: licensesIn(component['licenses']),
            hashes: hashList(hashes),
            purl: follows(read, purlOf(ecosystem, fullName, version)) ? null : purl,
            ...(cpes.length > 0 ? { cpes } : {}),
            line: lineIn(component['evidence'], lockfiles[0]?.path),
            requires: null,
          },
    lockfiles,
    holder: holderIn(properties, purl),
    parent,
    leftOut: [
      ...hashes.flatMap((hash) => (hash === null ? [skipReasons.invalidHash] : [])),
      ...(version === '' && asName(component['versionRange']) !== null ? [skipReasons.versionRange] : []),
      ...Array.from({ length: invalid }, () => skipReasons.invalidCpe),
      ...(type === null || componentTypes.has(type) ? [] : [skipReasons.componentType]),
    ],
  }
}

/** Source: CycloneDX 1.7, "component type". */
const componentTypes: ReadonlySet<string> = new Set([
  ...['application', 'framework', 'library', 'container', 'platform', 'operating-system', 'device'],
  ...['device-driver', 'firmware', 'file', 'machine-learning-model', 'data', 'cryptographic-asset'],
])

/** A reference within the file, unchanged; null if it is invalid. */
export function refIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxPurlLength ? value : null
}

function purlIn(value: unknown): string | null {
  return typeof value === 'string' && value.length <= maxPurlLength ? asName(value, maxPurlLength) : null
}

/** Group and name, joined as in the ecosystem. */
function ownName(component: JsonObject, ecosystem: string): string | null {
  const own = asName(component['name'])
  const group = asName(component['group'])
  return own === null || group === null ? own : `${group}${ecosystem === 'maven' ? ':' : '/'}${own}`
}

/** Whether a package URL is the one that is derived from the package, so that it need not be stored. */
const follows = (read: ReadPackageUrl | null, derived: string | undefined): boolean =>
  read !== null && read.faults.length === 0 && formatPackageUrl(read.url) === derived

/** What says that there is no license, or that it is not known. Source: SPDX specification 2.3, clause 7.15. */
const noLicenses: ReadonlySet<string> = new Set(['NOASSERTION', 'NONE'])

/** The ids of the SPDX list by their lower case: ids are case-insensitive. Source: SPDX specification 2.3, annex D. */
const spdxIds = new Map(Object.keys(spdx).map((id) => [id.toLowerCase(), id]))

function licensesIn(component: unknown): string[] {
  const words = asObjects(component)
    .slice(0, bounds.list)
    .flatMap((choice) => {
      const license = choice['license']
      return (
        asName(choice['expression']) ?? asName(getIn(license, 'id')) ?? asName(getIn(license, 'name')) ?? []
      )
    })
  const spelled = words.map((word) => spdxIds.get(word.toLowerCase()) ?? word)
  return [...new Set(spelled)].filter((word) => !noLicenses.has(word.trim().toUpperCase()))
}

function propertyIn(properties: readonly JsonObject[], propertyName: string): unknown {
  return properties.find((property) => property['name'] === propertyName)?.['value']
}

const ownProperties: ReadonlyMap<unknown, ReportedDependency['transitivity'] | null> = new Map([
  ['gatehouse:lockfile', 'unknown'],
  ['gatehouse:lockfile:direct', 'direct'],
  ['gatehouse:lockfile:transitive', 'transitive'],
])

/** Properties of other tools for the file in which a component was found. */
const foreignProperty = /^(?:syft:location:\d+:path|SrcFile|cdx:\w+:(?:source|lock|manifest)_?file)$/i

function lockfilesIn(component: JsonObject, properties: readonly JsonObject[]): Component['lockfiles'] {
  const lockfiles = new Map<string, ReportedDependency['transitivity'] | null>()
  for (const property of properties) {
    const ecosystemName = ownProperties.get(property['name'])
    const path = ecosystemName === undefined ? null : filePath(property['value'])
    if (ecosystemName !== undefined && path !== null && lockfiles.size < bounds.list)
      lockfiles.set(path, ecosystemName)
  }
  if (lockfiles.size === 0) {
    const otherLockfiles = [
      ...properties.flatMap((property) =>
        typeof property['name'] === 'string' && foreignProperty.test(property['name'])
          ? [property['value']]
          : [],
      ),
      ...asObjects(getIn(component['evidence'], 'occurrences')).map((occurrence) => occurrence['location']),
    ]
    for (const place of otherLockfiles) {
      const path = lockfilePath(place)
      if (path !== null && lockfiles.size < bounds.list) lockfiles.set(path, null)
    }
  }
  return [...lockfiles].map(([path, transitivity]) => ({ path, transitivity }))
}

function lineIn(evidence: unknown, path: string | undefined): number | null {
  const place = asObjects(getIn(evidence, 'occurrences')).find(
    (occurrence) => path !== undefined && lockfilePath(occurrence['location']) === path,
  )
  return asPosition(place?.['line'])
}

function holderIn(properties: readonly JsonObject[], purl: string | null): Component['holder'] {
  if (propertyIn(properties, 'gatehouse:project') !== undefined) return { kind: 'project' }
  const kind = propertyIn(properties, 'aquasecurity:trivy:Class')
  if (kind === undefined || purl !== null) return null
  return { kind: kind === 'lang-pkgs' ? 'lockfile' : 'other' }
}

/** The placeholder for a component of which nothing has been read yet. */
export const emptyComponent = componentOf({}, null)
