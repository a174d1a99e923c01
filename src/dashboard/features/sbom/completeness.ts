import type { SbomExport } from '#contract/responses/sbom.ts'
import type { MissingField } from '#contract/vocabulary.ts'
import { paths } from '#lib/urls/paths.ts'
import { labels } from './labels.ts'

/** The URL fragment of the supplier field in the settings. */
export const supplierField = 'supplier'

type Completeness = NonNullable<SbomExport['completeness']>

/**
 * Returns the label of a minimum element; an unknown one is returned unchanged. Source: NTIA, "The Minimum Elements".
 */
export function elementLabel(element: string): string {
  const text: Readonly<Record<string, string>> = labels.elements
  return text[element] ?? element
}

const lists: Record<string, MissingField> = {
  version: 'version',
  identifier: 'identifier',
  relationship: 'relationship',
}

/** Returns the filter of dependencies that lack an element; undefined if there is none. */
export function missingOf(element: string): MissingField | undefined {
  return lists[element]
}

/** Returns the number of elements, and how many of them every component has. */
export function complete(elements: Completeness): { whole: number; all: number } | undefined {
  if (elements.length === 0) return undefined
  return { whole: elements.filter(({ have, of }) => have >= of).length, all: elements.length }
}

/** Returns the labels of the elements that some components lack. */
export function lackingOf({ completeness }: SbomExport): { element: string; text: string }[] {
  return (completeness ?? [])
    .filter(({ have, of }) => have < of)
    .map(({ element, have, of }) => ({ element, text: labels.have(elementLabel(element), have, of) }))
}

/** Returns a link with its label to where a missing element can be fixed or viewed. */
export function remedyOf(
  deployment: string,
  { repositoryId, supplierName }: SbomExport,
  element: string,
): { to: string; text: string; label: string } | undefined {
  if (element === 'supplier') {
    // The supplier of packages is not known; once the export has its own supplier, there is nothing left to set.
    if (supplierName) return undefined
    return {
      to: `${paths.settings(deployment)}#${supplierField}`,
      text: labels.setSupplier,
      label: labels.setSupplier,
    }
  }
  const missing = missingOf(element)
  if (!missing) return undefined
  const search = { ...(repositoryId ? { repositoryId } : {}), missing }
  return {
    to: paths.dependencies(deployment, search),
    text: labels.showMissing,
    label: labels.showMissingLabel(elementLabel(element)),
  }
}
