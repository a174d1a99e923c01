import * as z from 'zod/mini'
import type { OperationDetails } from '../operation.ts'
import { dueDates } from '../parameters/due-dates.ts'
import { retentionPeriods } from '../parameters/retention.ts'
import { sbomDefaults } from './sbom.ts'

export const updateSettingsBody = z.object({
  ticketUrlTemplate: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  sbomDefaults: z.optional(z.nullable(sbomDefaults)),
  retention: z.optional(retentionPeriods),
  expectedRetention: z.optional(retentionPeriods),
  timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  dueDates: z.optional(z.nullable(dueDates)),
  requireApproval: z.optional(z.boolean()),
})

export const previewDueDatesBody = z.object({ dueDates: z.nullable(dueDates) })

export const details = {
  updateSettings: {
    mark: 'extension',
    summary: 'Change the settings of a deployment',
    description:
      '`ticketUrlTemplate` can contain the placeholders {title}, {rule}, {severity}, {project}, {path}, {line}, {url} and {ids}, which are replaced by URL-encoded data of the finding. `sbomDefaults` are the default values of the SBOM export dialog of the dashboard; null removes them. `retention` has the number of days, 30 to 3650, that data is kept: `scans` that newer ones superseded and that no finding refers to, the `history` of findings, SBOM `exports`, and the `audit` log; null keeps everything. Older data is deleted by a daily job. With `expectedRetention`, nothing is changed if other periods are set (409). `timeZone`, by default UTC, is a name of the IANA time zone database such as Europe/Berlin; the trend, the page of a rule, the overview, `flow` and `retention` count the days of that zone. `dueDates` has the number of days, 1 to 3650, after which findings are due by severity, and others for projects with a tag; null in `days` is never, and null for `dueDates` turns due dates off. A more severe finding is not due later than a less severe one. With `requireApproval`, ignoring critical and high findings needs the approval of a second person; 409 if nobody else can approve.',
    body: updateSettingsBody,
  },
  previewRetention: {
    mark: 'extension',
    summary: 'Preview what retention periods would delete',
    description:
      'The parameters are numbers of days, as in `retention` of the settings; what has no parameter is kept. Returns the number of rows of each kind that would be deleted now and the time of the oldest, and the last run of the daily job with the number of rows that it deleted.',
  },
  previewDueDates: {
    mark: 'extension',
    summary: 'Preview what due dates would make overdue',
    description:
      'Changes nothing. Returns, for each type of findings, how many are overdue, due within seven days and due later, by the present setting and by the one in the body, and how many are overdue by the new one only. A secret with several locations counts once.',
    body: previewDueDatesBody,
  },
  previewApprovals: {
    mark: 'extension',
    summary: 'Preview what requiring approval means',
    description:
      'Returns the critical and high findings that are ignored without an approval, which stay ignored, and the number of people besides the caller who can approve requests. A machine is not counted.',
  },
} satisfies Record<string, OperationDetails>
