import * as z from 'zod/mini'
import { byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { nameText, searchName } from '../parameters/name.ts'
import { enumList, flag, uint64, wholeNumber } from '../parameters/query.ts'

const componentKinds = [
  'APPLICATION',
  'FRAMEWORK',
  'LIBRARY',
  'CONTAINER',
  'PLATFORM',
  'OPERATING_SYSTEM',
  'DEVICE',
  'DEVICE_DRIVER',
  'FIRMWARE',
  'FILE',
  'MACHINE_LEARNING_MODEL',
  'DATA',
] as const
const componentPrefix = 'SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_'
export const componentTypes = componentKinds.map((kind) => `${componentPrefix}${kind}` as const)

const singleLine = nameText(500)
const emptyAddress = { error: 'is not an HTTP or HTTPS URL' }
const address = z.string().check(
  z.maxLength(2000),
  z.regex(/^https?:\/\/\S+$/, { ...emptyAddress, abort: true }),
  z.refine((text) => URL.canParse(text), emptyAddress),
)

const formatVersion = z.object({
  format: z.optional(z.enum(['SBOM_FORMAT_CYCLONEDX', 'SBOM_FORMAT_SPDX'])),
  version: z.optional(z.enum(['1.4', '1.5', '1.6', '1.7', '2.3'])),
})
const outputFormat = z.enum(['SBOM_OUTPUT_FORMAT_JSON', 'SBOM_OUTPUT_FORMAT_CYCLONEDX'])
const supplier = z.object({
  name: z.optional(singleLine),
  url: z.optional(address),
  contact: z.optional(
    z.object({
      name: z.optional(singleLine),
      email: z.optional(z.email({ error: 'is not an email address' })),
      phone: z.optional(nameText(100)),
    }),
  ),
})

/** What the dashboard's dialog of an export is filled in with. Source: docs/api.md#sbom-exports. */
export const sbomDefaults = z.object({
  formatVersion: z.optional(formatVersion),
  sbomOutputFormat: z.optional(outputFormat),
  metadataComponentType: z.optional(z.enum(componentTypes)),
  metadataSupplier: z.optional(supplier),
})
export type SbomDefaults = z.infer<typeof sbomDefaults>

export const exportSbom = operation({
  id: 'exportSbom',
  method: 'POST',
  path: `${byId}/sbom/export`,
  mark: 'documented',
  summary: 'Start an SBOM export',
  description:
    'Formats: CycloneDX 1.4, 1.5, 1.6 and 1.7 as JSON or XML, SPDX 2.3 as JSON. Without `repositoryId`, the export covers the deployment; without `ref`, the primary branch. Defaults: CycloneDX 1.5, JSON, component type application, no supplier. The defaults in the settings of a deployment apply only to the dialog of the dashboard.',
  scopes: ['sbom:export'],
  body: z.object({
    deploymentId: z.optional(uint64),
    repositoryId: z.optional(uint64),
    ref: z.optional(searchName(500)),
    ...sbomDefaults.shape,
    formatVersion: z.optional(
      formatVersion.check().register(z.globalRegistry, {
        default: { format: 'SBOM_FORMAT_CYCLONEDX', version: '1.5' },
      }),
    ),
    sbomOutputFormat: z.optional(
      outputFormat.check().register(z.globalRegistry, { default: 'SBOM_OUTPUT_FORMAT_JSON' }),
    ),
    metadataComponentType: z.optional(
      z.enum(componentTypes).register(z.globalRegistry, { default: `${componentPrefix}APPLICATION` }),
    ),
    componentVersion: z.optional(nameText(200)),
    includeVulnerabilities: z.optional(z.boolean().register(z.globalRegistry, { default: false })),
  }),
  stale: ['exports', 'audit'],
})
export type SbomRequest = z.infer<(typeof exportSbom)['body']>

export const describeSbom = operation({
  id: 'describeSbom',
  method: 'GET',
  path: `${byId}/sbom/subject`,
  mark: 'extension',
  summary: 'Read what an export would contain: ref, commit, scan and number of dependencies',
  description:
    'Takes the parameters of `exportSbom`. If there is nothing to export, `reason` says why and the other fields are null.',
  scopes: ['sbom:export'],
  query: { repositoryId: uint64, ref: searchName(500) },
})

export const listSbomExports = operation({
  id: 'listSbomExports',
  method: 'GET',
  path: `${byId}/sbom/export`,
  mark: 'extension',
  summary: 'List SBOM exports, newest first',
  description: '`limit` defaults to 100; `cursor` returns the next page. `status` takes several values.',
  scopes: ['sbom:export'],
  query: {
    mine: flag,
    repositoryId: uint64,
    status: enumList([
      'SBOM_EXPORT_STATUS_IN_PROGRESS',
      'SBOM_EXPORT_STATUS_COMPLETED',
      'SBOM_EXPORT_STATUS_FAILED',
    ]),
    cursor: idCursor,
    limit: wholeNumber(1, 1000),
  },
})

export const getSbomExport = operation({
  id: 'getSbomExport',
  method: 'GET',
  path: `${byId}/sbom/export/{taskToken}`,
  mark: 'extension',
  summary: 'Read the state and download link of an SBOM export',
  scopes: ['sbom:export'],
})

export const retrySbomExport = operation({
  id: 'retrySbomExport',
  method: 'POST',
  path: `${byId}/sbom/export/{taskToken}/retry`,
  mark: 'extension',
  summary: 'Retry a failed SBOM export',
  scopes: ['sbom:export'],
  stale: ['exports'],
})

export const repeatSbomExport = operation({
  id: 'repeatSbomExport',
  method: 'POST',
  path: `${byId}/sbom/export/{taskToken}/repeat`,
  mark: 'extension',
  summary: 'Regenerate an expired export from the same scan',
  description:
    'Returns the token of a new export with the same parameters. Returns 409 if the export failed before it read its scan.',
  scopes: ['sbom:export'],
  stale: ['exports', 'audit'],
})

export const downloadSbom = operation({
  id: 'downloadSbom',
  method: 'GET',
  path: '/api/v1/sbom/download/{downloadToken}',
  mark: 'extension',
  summary: 'Download a finished export by its short-lived link',
  scopes: 'none',
  produces: ['application/vnd.cyclonedx+json', 'application/vnd.cyclonedx+xml', 'application/spdx+json'],
})
