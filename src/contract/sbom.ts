import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { flag, uint64 } from './query.ts'

const kinds = [
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
export const componentTypes = kinds.map((kind) => `${componentPrefix}${kind}` as const)

const line = z.string().check(z.maxLength(500))
const address = z
  .string()
  .check(z.maxLength(2000), z.regex(/^https?:\/\/\S+$/, { error: 'is not an http or https address' }))

export const exportSbom = operation({
  id: 'exportSbom',
  method: 'POST',
  path: `${byId}/sbom/export`,
  mark: 'documented',
  summary: 'Start an export of a software bill of materials',
  description:
    'CycloneDX 1.4, 1.5, 1.6, 1.7 as JSON or XML. Without `repositoryId` it covers the deployment; without `ref` the primary branch.',
  scopes: ['sbom:export'],
  body: z.object({
    deploymentId: z.optional(uint64),
    repositoryId: z.optional(uint64),
    ref: z.optional(line),
    formatVersion: z.optional(
      z.object({
        format: z.optional(z.enum(['SBOM_FORMAT_CYCLONEDX', 'SBOM_FORMAT_SPDX'])),
        version: z.optional(z.enum(['1.4', '1.5', '1.6', '1.7', '2.3'])),
      }),
    ),
    sbomOutputFormat: z.optional(z.enum(['SBOM_OUTPUT_FORMAT_JSON', 'SBOM_OUTPUT_FORMAT_CYCLONEDX'])),
    metadataComponentType: z.optional(z.enum(componentTypes)),
    metadataSupplier: z.optional(
      z.object({
        name: z.optional(line),
        url: z.optional(address),
        contact: z.optional(
          z.object({
            name: z.optional(line),
            email: z.optional(z.email({ error: 'is not an e-mail address' })),
            phone: z.optional(z.string().check(z.maxLength(100))),
          }),
        ),
      }),
    ),
    componentVersion: z.optional(z.string().check(z.maxLength(200))),
    includeVulnerabilities: z.optional(z.boolean()),
  }),
  stale: ['exports', 'audit'],
})
export type SbomRequest = z.infer<(typeof exportSbom)['body']>

export const listSbomExports = operation({
  id: 'listSbomExports',
  method: 'GET',
  path: `${byId}/sbom/export`,
  mark: 'extension',
  summary: 'List SBOM exports, newest first',
  scopes: ['sbom:export'],
  query: { mine: flag },
})

export const getSbomExport = operation({
  id: 'getSbomExport',
  method: 'GET',
  path: `${byId}/sbom/export/{taskToken}`,
  mark: 'extension',
  summary: 'Read the state of an SBOM export, and where to download it',
  scopes: ['sbom:export'],
})

export const retrySbomExport = operation({
  id: 'retrySbomExport',
  method: 'POST',
  path: `${byId}/sbom/export/{taskToken}/retry`,
  mark: 'extension',
  summary: 'Try a failed SBOM export again',
  scopes: ['sbom:export'],
  stale: ['exports'],
})

export const downloadSbom = operation({
  id: 'downloadSbom',
  method: 'GET',
  path: '/api/v1/sbom/download/{downloadToken}',
  mark: 'extension',
  summary: 'Download a finished export by its short-lived link',
  scopes: 'none',
  produces: 'application/octet-stream',
})
