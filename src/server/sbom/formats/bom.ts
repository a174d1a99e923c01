import { randomUUID } from 'node:crypto'
import { Enums, Models } from '@cyclonedx/cyclonedx-library'
import { purlOfPackage, splitName } from '#server/base/purl.ts'
import type { Package, ProjectPackages } from '../content/content.ts'
import { type ExportSpec, isDirect } from '../content/export-spec.ts'
import type { StoredRequest } from '../export/job.ts'
import { licensesOf } from './licenses.ts'
import { toPlainText } from './plain-text.ts'
import { vulnerabilitiesOf } from './vex.ts'

/** A bill of materials, and the components whose dependencies are known. */
export interface Bom {
  bom: Models.Bom
  withRequirements: ReadonlySet<Models.BomRef>
}

/**
 * Builds the bill of materials of a repository or a deployment. The dependency graph contains only known relations.
 * Source: CycloneDX 1.4 to 1.7; docs/api.md#sbom-exports.
 */
export function buildBom(order: ExportSpec): Bom {
  const { request, content } = order
  const supplier = request.supplier ? { supplier: supplierOf(request.supplier) } : {}
  const root = new Models.Component(typeOf(request.componentType), toPlainText(request.name), {
    bomRef: 'subject',
    ...(request.componentVersion ? { version: toPlainText(request.componentVersion) } : {}),
    externalReferences: repositoryReference(content.url),
  })
  const bom = new Models.Bom({ serialNumber: `urn:uuid:${randomUUID()}` })
  bom.metadata = new Models.Metadata({
    timestamp: new Date(order.at),
    component: root,
    tools: new Models.Tools({
      components: new Models.ComponentRepository([
        new Models.Component(Enums.ComponentType.Application, 'Gatehouse', { version: order.toolVersion }),
      ]),
    }),
    ...supplier,
    properties: properties([
      ['gatehouse:ref', order.ref],
      ['gatehouse:commit', order.commit],
    ]),
  })
  const withRequirements = new Set<Models.BomRef>()
  const refs = new Set<string>(['subject'])
  const projectComponents = content.projects.map((project) => {
    const holder = order.nested ? projectComponent(project, supplier) : null
    const prefix = order.nested ? `project/${project.id}/` : ''
    const components = project.packages.map((one) => packageComponent(one, prefix, refs))
    for (const [at, one] of project.packages.entries()) {
      const component = components[at]
      if (!component) continue
      if (isDirect(one)) (holder ?? root).dependencies.add(component.bomRef)
      for (const request of one.requires ?? []) {
        const other = components[request]
        if (other) component.dependencies.add(other.bomRef)
      }
      if (one.requires !== null) withRequirements.add(component.bomRef)
      ;(holder ?? bom).components.add(component)
    }
    if (holder) {
      bom.components.add(holder)
      root.dependencies.add(holder.bomRef)
    }
    return { holder: holder ?? root, components }
  })
  for (const one of vulnerabilitiesOf(content.vulnerabilities ?? [], projectComponents))
    bom.vulnerabilities.add(one)
  return { bom, withRequirements }
}

const typeOf = (word: string) =>
  Object.values(Enums.ComponentType).find((known) => known === word) ?? Enums.ComponentType.Application

function projectComponent(
  project: ProjectPackages,
  supplier: { supplier?: Models.OrganizationalEntity },
): Models.Component {
  return new Models.Component(Enums.ComponentType.Application, toPlainText(project.name), {
    bomRef: `project/${project.id}`,
    externalReferences: repositoryReference(project.url),
    ...supplier,
    properties: properties([
      ['gatehouse:project', project.name],
      ['gatehouse:ref', project.ref],
      ['gatehouse:commit', project.commit],
    ]),
  })
}

/** The names of a lockfile's property, by the package's transitivity there. */
const placeNames = ['gatehouse:lockfile:direct', 'gatehouse:lockfile:transitive', 'gatehouse:lockfile']

function packageComponent(one: Package, prefix: string, refs: Set<string>): Models.Component {
  const { group, name } = splitName(one.ecosystem, one.name)
  const purl = purlOfPackage(one)
  const ecosystem = purl === undefined || one.purl !== null ? one.ecosystem : null
  return new Models.Component(Enums.ComponentType.Library, toPlainText(name), {
    bomRef: uniqueRef(`${prefix}${purl ?? toPlainText(`${one.ecosystem}:${one.name}@${one.version}`)}`, refs),
    licenses: licensesOf(one.licenses.map(toPlainText)),
    hashes: new Hashes(one.hashes),
    properties: properties([
      ['gatehouse:ecosystem', ecosystem],
      ...one.places.map(
        ({ path, transitivity }) => [placeNames[transitivity] ?? 'gatehouse:lockfile', path] as const,
      ),
    ]),
    ...(group === undefined ? {} : { group: toPlainText(group) }),
    ...(one.version === '' ? {} : { version: toPlainText(one.version) }),
    ...(purl === undefined ? {} : { purl }),
    ...cpeOf(one),
  })
}

/** A component has one CPE name; the newest form is preferred. */
function cpeOf({ cpes = [] }: Package): { cpe?: string } {
  const cpe = cpes.find((each) => each.startsWith('cpe:2.3:')) ?? cpes[0]
  return cpe === undefined ? {} : { cpe }
}

/** Makes a reference unique: two packages may share a package URL, such as two spellings of one name. */
function uniqueRef(base: string, refs: Set<string>): string {
  let ref = base
  for (let at = 2; refs.has(ref); at++) ref = `${base}#${at}`
  refs.add(ref)
  return ref
}

/**
 * Hashes in the written form. A version released as several files has several hashes of one algorithm, which the format
 * allows but the library's dictionary does not.
 */
class Hashes extends Models.HashDictionary {
  readonly #listed: [Enums.HashAlgorithm, string][]

  constructor(hashes: Package['hashes']) {
    super()
    const algorithms = Object.values(Enums.HashAlgorithm)
    this.#listed = hashes.flatMap(({ alg, content }) => {
      const algorithm = algorithms.find((known) => known === alg)
      return algorithm === undefined || !isHash.test(content) ? [] : [[algorithm, content]]
    })
  }

  override get size() {
    return this.#listed.length
  }

  override [Symbol.iterator]() {
    return this.#listed[Symbol.iterator]()
  }
}

/** Source: CycloneDX, "hash-content". */
const isHash = /^([a-fA-F0-9]{32}|[a-fA-F0-9]{40}|[a-fA-F0-9]{64}|[a-fA-F0-9]{96}|[a-fA-F0-9]{128})$/

function supplierOf(request: NonNullable<StoredRequest['supplier']>): Models.OrganizationalEntity {
  const { name, url, contact } = request
  const person = contact && {
    ...(contact.name ? { name: toPlainText(contact.name) } : {}),
    ...(contact.email ? { email: contact.email } : {}),
    ...(contact.phone ? { phone: toPlainText(contact.phone) } : {}),
  }
  return new Models.OrganizationalEntity({
    ...(name ? { name: toPlainText(name) } : {}),
    ...(url && URL.canParse(url) ? { url: new Set([url]) } : {}),
    ...(person && Object.keys(person).length > 0
      ? { contact: new Models.OrganizationalContactRepository([new Models.OrganizationalContact(person)]) }
      : {}),
  })
}

function repositoryReference(url: string | null): Models.ExternalReferenceRepository {
  const isWeb = url !== null && /^https?:/.test(url) && URL.canParse(url)
  return new Models.ExternalReferenceRepository(
    isWeb ? [new Models.ExternalReference(url, Enums.ExternalReferenceType.VCS)] : [],
  )
}

function properties(values: readonly (readonly [string, string | null])[]): Models.PropertyRepository {
  return new Models.PropertyRepository(
    values.flatMap(([name, value]) =>
      value === null ? [] : [new Models.Property(name, toPlainText(value))],
    ),
  )
}
