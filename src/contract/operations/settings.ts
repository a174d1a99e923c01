import * as z from 'zod/mini'
import { byId, operation } from '../operation.ts'
import { sbomDefaults } from './sbom.ts'

/** Apart from reading them, which the list of findings does too. */
export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  mark: 'extension',
  summary: 'Change the settings of a deployment',
  description:
    '`ticketUrlTemplate` can contain the placeholders {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids}, which are replaced by URL-encoded data of the finding. `sbomDefaults` are the default values of the SBOM export dialog of the dashboard; null removes them.',
  scopes: ['admin'],
  body: z.object({
    ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    sbomDefaults: z.optional(z.nullable(sbomDefaults)),
  }),
  stale: ['settings', 'audit'],
})
