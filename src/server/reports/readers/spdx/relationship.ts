import { getIn } from '../../values/json-values.ts'
import { refIn } from '../cyclonedx/component.ts'

/** A relationship between two packages that is about dependency. */
export type Relation = { from: string; to: string; contains: boolean }

/** Relationships whose first element depends on the second. */
const dependsOn = new Set(['DEPENDS_ON', 'HAS_PREREQUISITE', 'DYNAMIC_LINK', 'STATIC_LINK'])
/** Relationships whose second element depends on the first. Source: SPDX 2.3, clause 11. */
const dependencyOf =
  /^(?:(?:BUILD|DEV|OPTIONAL|PROVIDED|RUNTIME|TEST)_)?DEPENDENCY_OF$|^PREREQUISITE_FOR$|^(?:DEV|TEST)_TOOL_OF$/

/** Relationships of files, tools and documents are not read. */
export function relationOf(relationship: unknown): Relation | null {
  const type = typeOf(relationship)
  const one = refIn(getIn(relationship, 'spdxElementId'))
  const other = refIn(getIn(relationship, 'relatedSpdxElement'))
  if (one === null || other === null || isFile(one) || isFile(other)) return null
  if (dependsOn.has(type)) return { from: one, to: other, contains: false }
  if (dependencyOf.test(type)) return { from: other, to: one, contains: false }
  if (type === 'CONTAINS') return { from: one, to: other, contains: true }
  return type === 'CONTAINED_BY' ? { from: other, to: one, contains: true } : null
}

/** What a document describes; null for any other relationship. */
export function describedIn(relationship: unknown, documentRef: string): string | null {
  const type = typeOf(relationship)
  const one = refIn(getIn(relationship, 'spdxElementId'))
  const other = refIn(getIn(relationship, 'relatedSpdxElement'))
  if (type === 'DESCRIBES' && one === documentRef) return other
  return type === 'DESCRIBED_BY' && other === documentRef ? one : null
}

/**
 * The dependency that a relation means. Some tools say that the project contains each of its packages, also those that
 * others bring; a lockfile contains what the project depends on.
 */
export function edgeOf(
  { from, to, contains }: Relation,
  lockfiles: ReadonlySet<string>,
): { from: string; to: string } | null {
  return contains && !lockfiles.has(from) ? null : { from, to }
}

const typeOf = (relationship: unknown): string => {
  const type = getIn(relationship, 'relationshipType')
  return typeof type === 'string' ? type.slice(0, 100).toUpperCase().replaceAll('-', '_') : ''
}

const isFile = (ref: string) => ref.startsWith('SPDXRef-File-')
