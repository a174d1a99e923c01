import { randomUUID } from 'node:crypto'
import { Enums, Models } from '@cyclonedx/cyclonedx-library'
import type { SbomRequest } from '#contract/sbom.ts'
import { purlOf, splitName } from '#server/purl.ts'
import { licencesOf } from './licences.ts'
import type { Package, ProjectPackages } from './packages.ts'

export interface BomParts {
  /** What the whole file describes. */
  name: string
  url: string | null
  /** As CycloneDX writes it. */
  componentType: string
  componentVersion: string | undefined
  supplier: SbomRequest['metadataSupplier']
  ref: string | null
  commit: string | null
  /** The packages of one repository, or of each of a deployment's. */
  projects: readonly ProjectPackages[]
  /** Whether each project stands as a component of its own. */
  nested: boolean
  /** Milliseconds since 1970. */
  at: number
  gatehouseVersion: string
}

/**
 * Makes the bill of materials of a repository or a deployment. The dependency graph says what is known: what a
 * project asks for itself. Source: CycloneDX 1.4 to 1.7; API decisions, "SBOM exports".
 */
export function makeBom(parts: BomParts): Models.Bom {
  const root = new Models.Component(typeOf(parts.componentType), clean(parts.name), {
    bomRef: 'subject',
    ...(parts.componentVersion ? { version: clean(parts.componentVersion) } : {}),
    externalReferences: repositoryReference(parts.url),
  })
  const bom = new Models.Bom({ serialNumber: `urn:uuid:${randomUUID()}` })
  bom.metadata = new Models.Metadata({
    timestamp: new Date(parts.at),
    component: root,
    tools: new Models.Tools({
      components: new Models.ComponentRepository([
        new Models.Component(Enums.ComponentType.Application, 'Gatehouse', {
          version: parts.gatehouseVersion,
        }),
      ]),
    }),
    ...(parts.supplier ? { supplier: supplierOf(parts.supplier) } : {}),
    properties: properties({ 'gatehouse:ref': parts.ref, 'gatehouse:commit': parts.commit }),
  })
  for (const project of parts.projects) {
    const holder = parts.nested ? projectComponent(project) : null
    for (const [index, one] of project.packages.entries()) {
      const component = packageComponent(one, `${project.id}/${index}`)
      ;(holder ?? bom).components.add(component)
      if (one.direct) (holder ?? root).dependencies.add(component.bomRef)
    }
    if (holder) {
      bom.components.add(holder)
      root.dependencies.add(holder.bomRef)
    }
  }
  return bom
}

const typeOf = (word: string) =>
  Object.values(Enums.ComponentType).find((known) => known === word) ?? Enums.ComponentType.Application

function projectComponent(project: ProjectPackages): Models.Component {
  return new Models.Component(Enums.ComponentType.Application, clean(project.name), {
    bomRef: `project/${project.id}`,
    externalReferences: repositoryReference(project.url),
  })
}

function packageComponent(one: Package, bomRef: string): Models.Component {
  const { group, name } = splitName(one.ecosystem, one.name)
  const purl = purlOf(one.ecosystem, one.name, one.version)
  return new Models.Component(Enums.ComponentType.Library, clean(name), {
    bomRef,
    licenses: licencesOf(one.licences.map(clean)),
    properties: new Models.PropertyRepository(
      one.lockfiles.map((path) => new Models.Property('gatehouse:lockfile', clean(path))),
    ),
    ...(group === undefined ? {} : { group: clean(group) }),
    ...(one.version === '' ? {} : { version: clean(one.version) }),
    ...(purl === undefined ? {} : { purl }),
  })
}

function supplierOf(asked: NonNullable<SbomRequest['metadataSupplier']>): Models.OrganizationalEntity {
  const { name, url, contact } = asked
  const person = contact && {
    ...(contact.name ? { name: clean(contact.name) } : {}),
    ...(contact.email ? { email: contact.email } : {}),
    ...(contact.phone ? { phone: clean(contact.phone) } : {}),
  }
  return new Models.OrganizationalEntity({
    ...(name ? { name: clean(name) } : {}),
    ...(url ? { url: new Set([url]) } : {}),
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

function properties(values: Record<string, string | null>): Models.PropertyRepository {
  return new Models.PropertyRepository(
    Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [new Models.Property(name, clean(value))],
    ),
  )
}

/** Leaves out what XML 1.0 cannot hold (its production 2, Char): names come from scanned files. */
function clean(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}
