import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { nameText, searchName } from '../parameters/name.ts'
import { uint64 } from '../parameters/query.ts'
import { componentPrefix, componentTypes, contactFields, supplierFields } from '../parameters/sbom.ts'

const formatVersion = z.object({
  format: z.optional(z.enum(['SBOM_FORMAT_CYCLONEDX', 'SBOM_FORMAT_SPDX'])),
  version: z.optional(z.enum(['1.4', '1.5', '1.6', '1.7', '2.3'])),
})

const outputFormat = z.enum(['SBOM_OUTPUT_FORMAT_JSON', 'SBOM_OUTPUT_FORMAT_CYCLONEDX'])

const supplier = z.extend(z.partial(z.object(supplierFields)), {
  contact: z.optional(z.partial(z.object(contactFields))),
})

/** The default values of the dashboard's export dialog. Source: docs/api.md#sbom-exports. */
export const sbomDefaults = z.object({
  formatVersion: z.optional(formatVersion),
  sbomOutputFormat: z.optional(outputFormat),
  metadataComponentType: z.optional(z.enum(componentTypes)),
  metadataSupplier: z.optional(supplier),
})

export const exportSbomBody = z.object({
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
})

export const details = {
  exportSbom: {
    mark: 'documented',
    summary: 'Start an SBOM export',
    description:
      'Formats: CycloneDX 1.4, 1.5, 1.6 and 1.7 as JSON or XML, SPDX 2.3 as JSON. Without `repositoryId`, the export covers the deployment; without `ref`, the primary branch. Defaults: CycloneDX 1.5, JSON, component type application, no supplier. The defaults in the settings of a deployment apply only to the dialog of the dashboard.',
    body: exportSbomBody,
  },
  describeSbom: {
    mark: 'extension',
    summary: 'Read what an export would contain: ref, commit, scan and number of dependencies',
    description:
      'Takes the parameters of `exportSbom`. If there is nothing to export, `reason` says why and the other fields are null.',
  },
  listSbomExports: {
    mark: 'extension',
    summary: 'List SBOM exports, newest first',
    description: '`limit` defaults to 100; `cursor` returns the next page. `status` takes several values.',
  },
  getSbomExport: {
    mark: 'extension',
    summary: 'Read the state and download link of an SBOM export',
  },
  retrySbomExport: {
    mark: 'extension',
    summary: 'Retry a failed SBOM export',
  },
  repeatSbomExport: {
    mark: 'extension',
    summary: 'Create an export again whose file expired or is gone, from the same scan',
    description:
      'Returns the token of a new export with the same parameters. Returns 409 if the export failed before it read its scan.',
  },
  downloadSbom: {
    mark: 'extension',
    summary: 'Download a finished export by its short-lived link',
  },
} satisfies Record<string, OperationDetails>
