import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { retentionPeriods } from '../parameters/retention.ts'
import { sbomDefaults } from './sbom.ts'

export const updateSettingsBody = z.object({
  ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  sbomDefaults: z.optional(z.nullable(sbomDefaults)),
  retention: z.optional(retentionPeriods),
  timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
})

export const details = {
  updateSettings: {
    mark: 'extension',
    summary: 'Change the settings of a deployment',
    description:
      '`ticketUrlTemplate` can contain the placeholders {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids}, which are replaced by URL-encoded data of the finding. `sbomDefaults` are the default values of the SBOM export dialog of the dashboard; null removes them. `retention` has the number of days, 30 to 3650, that data is kept: `scans` that newer ones superseded and that no finding refers to, the `history` of findings, SBOM `exports`, and the `audit` log; null keeps everything. Older data is deleted by a daily job. `timeZone`, by default UTC, is a name of the IANA time zone database such as Europe/Berlin; the trend, the page of a rule, the overview, `flow` and `retention` count the days of that zone.',
    body: updateSettingsBody,
  },
  previewRetention: {
    mark: 'extension',
    summary: 'Preview what retention periods would delete',
    description:
      'The parameters are numbers of days, as in `retention` of the settings; what has no parameter is kept. Returns the number of rows of each kind that would be deleted now and the time of the oldest, and the last run of the daily job with the number of rows that it deleted.',
  },
} satisfies Record<string, OperationDetails>
