import { safeParse } from 'zod/mini'
import { explain } from '#api/http/errors.ts'
import type { SbomDefaults, SbomRequest } from '#contract/operations/sbom.ts'
import type { QueryShape } from '#contract/parameters/query.ts'
import { contactFields, supplierFields } from '#contract/parameters/sbom.ts'
import {
  type ComponentType,
  defaultType,
  formatOf,
  hasType,
  holdsVulnerabilities,
  keyOfDefaults,
} from '../formats.ts'

/** The typed values of the export fields that have deployment defaults. Empty means unset. */
export interface DefaultsDraft {
  /** The key of a format. */
  format: string
  componentType: ComponentType | ''
  supplierName: string
  supplierUrl: string
  contactName: string
  contactEmail: string
  contactPhone: string
}

/** The project of an export; null for the whole deployment. */
export type Subject = { id: number; name: string } | null

export interface ExportDraft extends DefaultsDraft {
  /** Undefined if nothing is selected yet. */
  subject: Subject | undefined
  /** Empty for the primary branch. */
  ref: string
  componentVersion: string
  includeVulnerabilities: boolean
}

/** The error message of each field. */
export type Faults = Partial<Record<keyof ExportDraft, string>>

/** Returns the defaults of a deployment as form values. */
export function draftOf(defaults: SbomDefaults | null | undefined): DefaultsDraft {
  const { metadataComponentType, metadataSupplier: supplier } = defaults ?? {}
  return {
    format: keyOfDefaults(defaults ?? {}),
    componentType: metadataComponentType ?? '',
    supplierName: supplier?.name ?? '',
    supplierUrl: supplier?.url ?? '',
    contactName: supplier?.contact?.name ?? '',
    contactEmail: supplier?.contact?.email ?? '',
    contactPhone: supplier?.contact?.phone ?? '',
  }
}

function filled<T extends Record<string, string>>(fields: T): Partial<T> | undefined {
  const entries = Object.entries(fields).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  )
  // parse: the same names, with the texts that are not empty.
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<T>)
}

function supplierOf(draft: DefaultsDraft): NonNullable<SbomDefaults['metadataSupplier']> {
  const contact = filled({
    name: draft.contactName,
    email: draft.contactEmail,
    phone: draft.contactPhone,
  })
  return { ...filled({ name: draft.supplierName, url: draft.supplierUrl }), ...(contact ? { contact } : {}) }
}

/** Returns the component type of an export: the selected one if the format supports it. */
export function typeFor(draft: DefaultsDraft): ComponentType {
  const chosen = draft.componentType || defaultType
  return hasType(formatOf(draft.format), chosen) ? chosen : defaultType
}

/** Returns the defaults of form values; null if they are all empty. */
export function defaultsOf(draft: DefaultsDraft): SbomDefaults | null {
  const supplier = supplierOf(draft)
  const { formatVersion, output } = formatOf(draft.format)
  const defaults: SbomDefaults = {
    ...(draft.format === '' ? {} : { formatVersion, sbomOutputFormat: output }),
    ...(draft.componentType === '' ? {} : { metadataComponentType: typeFor(draft) }),
    ...(Object.keys(supplier).length === 0 ? {} : { metadataSupplier: supplier }),
  }
  return Object.keys(defaults).length === 0 ? null : defaults
}

/** Returns the request of form values. All fields are included, so that the file is what the dialog shows. */
export function requestOf(draft: ExportDraft): SbomRequest {
  const format = formatOf(draft.format)
  const supplier = supplierOf(draft)
  return {
    ...(draft.subject ? { repositoryId: String(draft.subject.id) } : {}),
    ...(draft.subject && draft.ref !== '' ? { ref: draft.ref } : {}),
    formatVersion: format.formatVersion,
    sbomOutputFormat: format.output,
    metadataComponentType: typeFor(draft),
    ...(Object.keys(supplier).length === 0 ? {} : { metadataSupplier: supplier }),
    ...(draft.componentVersion.trim() === '' ? {} : { componentVersion: draft.componentVersion.trim() }),
    ...(draft.includeVulnerabilities && holdsVulnerabilities(format) ? { includeVulnerabilities: true } : {}),
  }
}

/** Maps each part of the request to its field. */
const fieldsByPointer: Readonly<Record<string, keyof ExportDraft>> = {
  repositoryId: 'subject',
  ref: 'ref',
  formatVersion: 'format',
  'formatVersion/format': 'format',
  'formatVersion/version': 'format',
  sbomOutputFormat: 'format',
  metadataComponentType: 'componentType',
  'metadataSupplier/name': 'supplierName',
  'metadataSupplier/url': 'supplierUrl',
  'metadataSupplier/contact/name': 'contactName',
  'metadataSupplier/contact/email': 'contactEmail',
  'metadataSupplier/contact/phone': 'contactPhone',
  componentVersion: 'componentVersion',
  includeVulnerabilities: 'includeVulnerabilities',
}

/** Turns an error into a sentence: the contract's errors begin with a verb, the service's often with the value. */
function faultText(detail: string): string {
  const whole = /^(is|contains|has|needs|may|must) /.test(detail) ? `This ${detail}` : detail
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

function faultsIn(issues: readonly { pointer: string; detail: string }[]): { faults: Faults; all: boolean } {
  const faults: Faults = {}
  let all = true
  for (const { pointer, detail } of issues) {
    const field = fieldsByPointer[pointer]
    if (field) faults[field] ??= faultText(detail)
    else all = false
  }
  return { faults, all }
}

/** Returns the contract's errors for the texts of defaults or of a request, before they are sent. */
export function contractFaults({
  metadataSupplier: { contact = {}, ...supplier } = {},
}: SbomDefaults): Faults {
  return faultsIn([
    ...issuesIn(supplier, supplierFields, 'metadataSupplier'),
    ...issuesIn(contact, contactFields, 'metadataSupplier/contact'),
  ]).faults
}

function issuesIn(values: Readonly<Record<string, unknown>>, fields: QueryShape, under: string) {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const value = values[name]
    const issues = value === undefined ? [] : (safeParse(schema, value).error?.issues ?? [])
    return issues.map(({ message }) => ({ pointer: `${under}/${name}`, detail: message }))
  })
}

/**
 * Returns the service's errors by field. `all` is false if some of them have no field here.
 * @param under the part of the body that the fields belong to, such as `sbomDefaults`.
 */
export function faultsOf(error: Error | null, under = ''): { faults: Faults; all: boolean } {
  const reported = error ? explain(error).faults : []
  const prefix = under === '' ? '/' : `/${under}/`
  const { faults, all } = faultsIn(
    reported.map(({ parameter, detail }) => ({
      pointer: parameter.startsWith(prefix) ? parameter.slice(prefix.length) : '',
      detail,
    })),
  )
  return { faults, all: all && reported.length > 0 }
}
