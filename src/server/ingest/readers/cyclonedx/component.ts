import spdx from 'spdx-license-list'
import { type NamedPackage, packageOf, purlOf } from '#server/purl.ts'
import { ecosystemOf, hashList, hashOf } from '../../dependency-values.ts'
import { lockfilePath } from '../../lockfile-names.ts'
import { filePath } from '../../paths.ts'
import type { ReportedDependency } from '../../report.ts'
import { at, bounds, type JsonObject, name, objects, position } from '../../values.ts'

/** A component as its parts arrive, before the rest of the file is known. */
export type Component = {
  ref: string | null
  type: string | null
  name: string | null
  version: string | null
  /** Null where it has no name: then it is no dependency. */
  dependency: ReportedDependency | null
  /** The lockfiles that it says it stands in, with how it stands there where that is said. */
  lockfiles: { path: string; transitivity: ReportedDependency['transitivity'] | null }[]
  /** Not a package but what holds some: an analysed file, an operating system, a project. */
  holder: { kind: 'lockfile' | 'project' | 'other' } | null
  /** Position of the component that it is nested in. */
  parent: number | null
}

/** The parts of a component that are read. */
export const componentKeys = [
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
] as const

const longestPurl = 2_048

/** What a component of a CycloneDX file is. Source: CycloneDX 1.2 to 1.7, "component". */
export function componentOf(given: JsonObject, parent: number | null): Component {
  const properties = objects(given['properties'])
  const purl = purlIn(given['purl'])
  const named = purl === null ? null : packageOf(purl)
  const said = propertyIn(properties, 'gatehouse:ecosystem')
  const ecosystem = ecosystemOf(said) ?? named?.ecosystem ?? 'generic'
  const version = name(given['version']) ?? named?.version ?? ''
  const own = ownName(given, ecosystem)
  const fullName = bestName(own, named, ecosystem)
  const lockfiles = lockfilesIn(given, properties)
  return {
    ref: refIn(given['bom-ref']),
    type: name(given['type'], 100),
    name: name(given['name']),
    version: name(given['version']),
    dependency:
      fullName === null
        ? null
        : {
            ecosystem,
            name: fullName,
            version,
            transitivity: 'unknown',
            licenses: licensesIn(given['licenses']),
            hashes: hashList(
              objects(given['hashes'])
                .slice(0, bounds.list)
                .map((hash) => hashOf(hash['alg'], hash['content'])),
            ),
            purl: named && !follows(named, ecosystem, fullName, version) ? purl : null,
            line: lineIn(given['evidence'], lockfiles[0]?.path),
            requires: null,
          },
    lockfiles,
    holder: holderIn(properties, purl),
    parent,
  }
}

/** A reference inside the file, as it is; null where it is none. */
export function refIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= longestPurl ? value : null
}

function purlIn(value: unknown): string | null {
  return typeof value === 'string' && value.length <= longestPurl ? name(value, longestPurl) : null
}

/** Group and name as the ecosystem joins them. */
function ownName(given: JsonObject, ecosystem: string): string | null {
  const own = name(given['name'])
  const group = name(given['group'])
  return own === null || group === null ? own : `${group}${ecosystem === 'maven' ? ':' : '/'}${own}`
}

/**
 * The component's own name where its package URL means the same: URLs lower the case of some names. A type that is no
 * ecosystem here joins a distribution to the name, so that its own name is the better one as well.
 */
function bestName(own: string | null, named: NamedPackage | null, ecosystem: string): string | null {
  if (named === null || own === null || own === named.name) return own ?? named?.name ?? null
  const meant = purlOf(ecosystem, named.name, '')
  return meant === undefined || purlOf(ecosystem, own, '') === meant ? own : named.name
}

function follows(named: NamedPackage, ecosystem: string, fullName: string, version: string): boolean {
  if (!named.follows || ecosystem !== named.ecosystem || version !== named.version) return false
  return (
    fullName === named.name || purlOf(ecosystem, fullName, version) === purlOf(ecosystem, named.name, version)
  )
}

/** Other tools write so what they do not know. Source: SPDX specification 2.3, clause 7.15. */
const unknownLicense = 'NOASSERTION'

/** The ids of the SPDX list by their lower case: case tells none apart. Source: SPDX specification 2.3, annex D. */
const spdxIds = new Map(Object.keys(spdx).map((id) => [id.toLowerCase(), id]))

function licensesIn(given: unknown): string[] {
  const words = objects(given)
    .slice(0, bounds.list)
    .flatMap((choice) => {
      const license = choice['license']
      return name(choice['expression']) ?? name(at(license, 'id')) ?? name(at(license, 'name')) ?? []
    })
  const spelled = words.map((word) => spdxIds.get(word.toLowerCase()) ?? word)
  return [...new Set(spelled)].filter((word) => word !== unknownLicense)
}

function propertyIn(properties: readonly JsonObject[], wanted: string): unknown {
  return properties.find((property) => property['name'] === wanted)?.['value']
}

const ownProperties: ReadonlyMap<unknown, ReportedDependency['transitivity'] | null> = new Map([
  ['gatehouse:lockfile', 'unknown'],
  ['gatehouse:lockfile:direct', 'direct'],
  ['gatehouse:lockfile:transitive', 'transitive'],
])

/** Properties in which other tools say which file a component was found in. */
const foreignProperty = /^(?:syft:location:\d+:path|SrcFile|cdx:\w+:(?:source|lock|manifest)_?file)$/i

function lockfilesIn(given: JsonObject, properties: readonly JsonObject[]): Component['lockfiles'] {
  const found = new Map<string, ReportedDependency['transitivity'] | null>()
  for (const property of properties) {
    const said = ownProperties.get(property['name'])
    const path = said === undefined ? null : filePath(property['value'])
    if (said !== undefined && path !== null && found.size < bounds.list) found.set(path, said)
  }
  if (found.size === 0) {
    const elsewhere = [
      ...properties.flatMap((property) =>
        typeof property['name'] === 'string' && foreignProperty.test(property['name'])
          ? [property['value']]
          : [],
      ),
      ...objects(at(given['evidence'], 'occurrences')).map((occurrence) => occurrence['location']),
    ]
    for (const place of elsewhere) {
      const path = lockfilePath(place)
      if (path !== null && found.size < bounds.list) found.set(path, null)
    }
  }
  return [...found].map(([path, transitivity]) => ({ path, transitivity }))
}

function lineIn(evidence: unknown, path: string | undefined): number | null {
  const place = objects(at(evidence, 'occurrences')).find(
    (occurrence) => path !== undefined && lockfilePath(occurrence['location']) === path,
  )
  return position(place?.['line'])
}

function holderIn(properties: readonly JsonObject[], purl: string | null): Component['holder'] {
  if (propertyIn(properties, 'gatehouse:project') !== undefined) return { kind: 'project' }
  const kind = propertyIn(properties, 'aquasecurity:trivy:Class')
  if (kind === undefined || purl !== null) return null
  return { kind: kind === 'lang-pkgs' ? 'lockfile' : 'other' }
}

/** Stands for a component of which nothing has arrived yet. */
export const noComponent = componentOf({}, null)
