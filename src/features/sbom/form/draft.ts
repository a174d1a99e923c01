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

/** The part of an export that a deployment has defaults for, as it is typed. Empty is not said. */
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

/** What an export is of; null is the whole deployment. */
export type Subject = { id: number; name: string } | null

export interface ExportDraft extends DefaultsDraft {
  /** Undefined where nothing is chosen yet. */
  subject: Subject | undefined
  /** Empty is the primary branch. */
  ref: string
  componentVersion: string
  includeVulnerabilities: boolean
}

/** What is wrong with fields, each in words. */
export type Faults = Partial<Record<keyof ExportDraft, string>>

/** The defaults of a deployment as fields show them. */
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
  // parse: the same names with the texts that are not empty
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

/** The component type that an export gets: the chosen one where the format has it. */
export function typeFor(draft: DefaultsDraft): ComponentType {
  const chosen = draft.componentType || defaultType
  return hasType(formatOf(draft.format), chosen) ? chosen : defaultType
}

/** The defaults that fields mean; null where they say nothing. */
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

/** The request that fields mean. All of it is said, so that the file is what the dialog shows. */
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

/** The field that a part of the request stands in. */
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

/** A fault in a sentence of its own: the contract's begin with a verb, the service's often with the value. */
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

/** What the contract has against the texts of defaults, or of a request, before they are sent. */
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
 * What the service has against fields. `all` is false where some of what it says has no field here.
 * @param under the part of the body that the fields stand for, such as `sbomDefaults`.
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
