import * as z from 'zod/mini'
import { formatList } from '../format-names.ts'
import type { OperationDetails } from '../operation.ts'
import { timeCursor } from '../parameters/cursor.ts'
import { searchName } from '../parameters/name.ts'
import { listOf, uint64 } from '../parameters/query.ts'
import { gateFilters, products, scanStatuses } from '../vocabulary.ts'
import { renamedFilesList } from './renamed-files.ts'

const pageSize = z.int().check(z.gte(1), z.lte(500)).register(z.globalRegistry, { default: 100 })

const seconds = z.number().check(z.gte(0))

const moment = z.string().check(z.iso.datetime({ offset: true }))

/**
 * The search of scans. `repos` are names; `since` is the first instant of their start, `until` the one after the last.
 * `gate` selects the scan of the newest verdict since an instant on each pull request, if that is the verdict.
 */
const scanFilter = {
  deploymentId: z.optional(uint64),
  repository_id: z.optional(z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^\d{1,20}$/))])),
  repos: z.optional(listOf(searchName(), 1000)),
  branch: z.optional(searchName()),
  since: z.optional(moment),
  until: z.optional(moment),
  is_full_scan: z.optional(z.boolean()),
  products: z.optional(listOf(z.enum(products), 100)),
  statuses: z.optional(listOf(z.enum(scanStatuses), 100)),
  total_time: z.optional(z.object({ min: z.optional(seconds), max: z.optional(seconds) })),
  project_tags: z.optional(listOf(searchName(), 100)),
  gate: z.optional(z.object({ verdict: z.enum(gateFilters), since: moment })),
}

export const createScanForm = z.object({
  renamed_files: renamedFilesList,
  report: z.string().register(z.globalRegistry, { format: 'binary' }),
})

export const searchScansBody = z.object({
  ...scanFilter,
  limit: z.optional(pageSize),
  pageSize: z.optional(pageSize),
  cursor: z.optional(z.union([timeCursor, z.literal(0)])),
})

export const scanFacetsBody = z.object(scanFilter)

export const scanDurationsBody = z.object(scanFilter)

export const details = {
  getScan: {
    mark: 'documented',
    summary: 'Read a scan',
    description:
      '`stats.total_time` is in seconds. `include=summary` (extension) adds `summary`: type, status, tool, the findings that this scan reported first or fixed by severity and type, and the report of its import.',
  },
  searchScans: {
    mark: 'named',
    summary: 'Search scans, newest first',
    description:
      'The `id`, `deployment_id` and `repository_id` of a scan are decimal strings here. Extensions: `repos` (names), `project_tags`, `until`, `gate`, and `repository` in each scan. `gate` selects pull requests by their newest verdict since an instant: for each one, the scan that the verdict is about. `X-Total-Count` has the number of all matches.',
    body: searchScansBody,
  },
  scanFacets: {
    mark: 'extension',
    summary: 'Count the values of each scan filter',
    description:
      'The body is that of the search. Each facet is counted with all filters except its own, most frequent values first; at most 100 values, `rest` sums the others. A scan counts once for each of its products.',
    body: scanFacetsBody,
  },
  scanDurations: {
    mark: 'extension',
    summary: 'Read the duration of scans over time',
    description:
      'The body is that of the search; `since` defaults to 90 days before `until`. Returns seconds, by the start of the scans, in up to about 120 intervals of equal length. Intervals without scans are omitted. `median`, `p95` and `longest` are null if no scan in the interval has a known duration.',
    body: scanDurationsBody,
  },
  createScan: {
    mark: 'extension',
    summary: 'Import a scan report',
    form: createScanForm,
    description: `The body is the unmodified report, plain or gzip: ${formatList()}. With curl, use \`--data-binary @file\`. A form (\`-F\`) is taken only with the fields \`renamed_files\` and \`report\`, in this order: the files that version control calls renamed since the base (\`git diff -M\`), and the file; any other form returns 415.\n\nThe format is detected: Semgrep by \`results\` with \`errors\` or \`paths\`, and \`version\` or results with \`check_id\`; SARIF by \`version\` 2.1.0 and \`runs\`; CycloneDX by \`bomFormat\`; Grype by \`matches\` with \`descriptor\`; npm audit by \`auditReportVersion\`, or \`advisories\` with \`actions\`; Trivy by \`SchemaVersion\` with \`ArtifactName\`; SPDX by \`spdxVersion\`, or \`sbom\` alone; Checkov by \`check_type\` with an object \`results\`; Gitleaks by a list with \`RuleID\`; Bandit by \`results\` with \`test_id\`; OSV-Scanner by \`results\` with \`packages\`; TruffleHog by \`DetectorName\`; GitLab by \`vulnerabilities\` with \`scan\`; Dependency-Check by \`scanInfo\`, \`projectInfo\` and \`dependencies\`; alerts of Dependabot and code scanning by \`security_advisory\` and \`most_recent_instance\`; the plain format by \`gatehouse\`, or the head of a CSV table; findings by \`sastFindings\`, \`scaFindings\`, or \`findings\` whose elements name their rule. \`format\` overrides the detection. Any other file returns 400 and changes nothing; the response names the supported formats and, for known tools, the option that writes one.\n\nA full scan with dependencies (CycloneDX components, Semgrep lockfiles) replaces the dependencies of its tool and category on the ref; unchanged ones keep their id. \`report.dependencies\` is the number read. An unknown project is created. A failed run is stored as a scan with status \`SCAN_STATUS_ERROR\` and changes nothing.\n\nA full scan that would fix nearly all findings of its source, from a file that does not show what was scanned, is held (\`SCAN_STATUS_PENDING\`, \`hold\`) until it is applied; so is one that would fix some and scanned other files than the one before. Scans of parts of a project need a \`category\` each. \`accept_empty=true\` applies it at once and requires \`projects:write\`, or the setting of the project. Sending the latest file of the same sources, ref and commit again returns 200 with that scan and \`repeated\`. \`dry_run=true\` returns 200 with the expected result and stores nothing.\n\nA scan in several files sends each with \`part=1/2\`, \`part=2/2\`, and the same \`upload\` if the files have different sources. All but the last return 202 with the missing parts, which must arrive within an hour. A file over 10 MB, or one that would wait longer than 30 seconds, returns 202 with the URL of an import job (\`location\`).\n\nTriage in a file of findings is imported only for new findings and only with \`findings:triage\`. Its time must not be in the future or before the project was created. It is recorded in the history and in the audit log with the person and the file; \`left_out\` lists triage that was not imported. A project created by such a file gets the time of its earliest finding as its creation time. Extensions: \`pull_request_title\`, \`commit_title\`, \`commit_author_name\` and \`ci_job_url\` are returned in the \`meta\` of the scan.\n\n\`gate=true\` adds \`gate\`, the verdict on the commit over all its sources; \`gate=fail\` returns 409 with \`gate\` when it fails, and 200 or 201 otherwise. Both require \`commit\`. A file that is imported as a job has no verdict yet.`,
  },
  acceptScan: {
    mark: 'extension',
    summary: 'Apply a held scan',
    description:
      'A scan that would fix nearly all findings of its source without proof of coverage, or that scanned other files than the one before, is held for 7 days and changes nothing. This operation applies it unchanged. Returns 409 if the scan is no longer held.',
  },
  getImport: {
    mark: 'extension',
    summary: 'Read the state of an import that runs as a job',
    description:
      '`state` is `queued`, `running`, `done`, `failed` or `cancelled`. When it is `done`, `scan` has the response of an upload that is imported at once.',
  },
  scanChanges: {
    mark: 'extension',
    summary: 'List the findings that a scan changed, by type of change',
    description:
      'Lists the findings behind the numbers of the report. `moved` are findings that were matched by evidence that may be wrong; for them, `from` and `to` are locations. `X-Total-Count` has the number of all.',
  },
} satisfies Record<string, OperationDetails>
