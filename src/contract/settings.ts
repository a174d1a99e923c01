import * as z from 'zod/mini'
import { byId, operation } from './operation.ts'
import { sbomDefaults } from './sbom.ts'

/** Apart from reading them, which the list of findings does too. */
export const updateSettings = operation({
  id: 'updateSettings',
  method: 'PATCH',
  path: `${byId}/settings`,
  mark: 'extension',
  summary: 'Change the settings of a deployment',
  description:
    'In `ticketUrlTemplate` the names {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids} stand for what a finding says, each escaped for an address. `sbomDefaults` are what the dashboard’s dialog of an SBOM export is filled in with; null takes them away.',
  scopes: ['admin'],
  body: z.object({
    ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
    sbomDefaults: z.optional(z.nullable(sbomDefaults)),
  }),
  stale: ['settings', 'audit'],
})
