import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'

import { sbomDefaults } from './sbom.ts'

export const updateSettingsBody = z.object({
  ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  sbomDefaults: z.optional(z.nullable(sbomDefaults)),
})

export const details = {
  updateSettings: {
    mark: 'extension',
    summary: 'Change the settings of a deployment',
    description:
      '`ticketUrlTemplate` can contain the placeholders {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids}, which are replaced by URL-encoded data of the finding. `sbomDefaults` are the default values of the SBOM export dialog of the dashboard; null removes them.',
    body: updateSettingsBody,
  },
} satisfies Record<string, OperationDetails>
