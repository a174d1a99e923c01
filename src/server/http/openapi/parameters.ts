import type { FindingFilter } from '#contract/parameters/findings-query.ts'

const projectDescription =
  'Repository name such as `<org>/<repo>`; slashes can be sent as they are or as `%2F`.'

/** The path parameters that are decimal ids. */
export const idDescriptions: Record<string, string> = {
  id: 'Id of the resource.',
  deliveryId: 'Id of a message of the webhook.',
  scanId: 'Id of a scan.',
  policyId: 'Id of a policy.',
  repositoryId: 'Id of a project.',
  change_id: 'Id of a change.',
  rename_id: 'Id of the rename of a rule.',
}

/** The other path parameters. */
export const pathDescriptions: Record<string, string> = {
  deploymentId: 'Deployment, by id or slug.',
  deploymentSlug: 'Deployment, by slug or id.',
  projectName: projectDescription,
  taskToken: 'Token of an export job.',
  downloadToken: 'Token of a download link.',
  rulePath: 'Full dotted path of a rule.',
  eventId: 'Id of an event of the audit log.',
  matchId: 'Id of a match, from the detail of the finding.',
  commentId: 'Id of a comment, from the thread of the finding.',
  viewId: 'Id of a view; ids of built-in views begin with `builtin:`.',
  filterId: 'Id of a saved filter.',
  importId: 'Id of an import, from the response of the upload.',
}

const sortDescription = 'Field to sort by; `-` for descending.'

interface ParameterDescription {
  description?: string
  default?: unknown
  required?: true
}

/** The query parameters by name, and by operation and name if they differ; each filter of findings has one. */
export const queryDescriptions: Record<string, ParameterDescription> &
  Record<keyof FindingFilter, ParameterDescription> = {
  before: { description: 'Returns the rows after the one with this id, which are older.' },
  after: { description: 'Returns the rows after the one with this id, instead of `page`.' },
  autotriage_verdict: { description: 'Verdict of the assistant. Code findings only.' },
  categories: { description: 'Code findings only.' },
  click_to_fix_pr_state: { description: 'State of a fix pull request.' },
  confidence: { description: 'Code findings only.' },
  cursor: { description: 'Cursor from the previous response; the first page without one or with `0`.' },
  days: { description: 'Number of days, up to and including the current day.', default: 30 },
  dedup: {
    description: 'Return one finding for each fingerprint and repository across refs.',
    default: false,
  },
  due: {
    description:
      'When findings are due: before today (`overdue`), within seven days from today (`week`), `later`, or never (`none`); or whether they were fixed by then (`met`, `missed`).',
  },
  expected_revision: { description: 'Refuses the change if the policies have another revision by now.' },
  note: { description: 'Why it is done, for the history.' },
  epss_min: { description: 'Minimum EPSS score, from 0 to 1.' },
  exposures: { description: 'Reachability. Supply-chain findings only.' },
  filter: { description: 'Id of a saved filter.' },
  include: { description: 'Additional data to return.' },
  'overview.period': { description: 'Length of the period, which ends today.', default: '90d' },
  'listActivity.limit': { description: 'The most entries.', default: 10 },
  'overview.project': { description: 'Name of a project: only its numbers.' },
  'overview.owner': { description: 'Owners of findings, as in lists: only their numbers.' },
  'overview.tag': { description: 'Tag of projects: only their numbers.' },
  'acceptedRisks.project': { description: 'Name of a project: only its risks.' },
  'acceptedRisks.tag': { description: 'Tag of projects: only their risks.' },
  include_disabled: { description: 'Whether findings of disabled rules count too.', default: false },
  ignore_requested: { description: 'Findings that somebody asks to ignore, which waits for approval.' },
  is_malicious: {
    description: 'Findings of malicious dependencies, or all others. Supply-chain findings only.',
  },
  issue_type: { description: 'Code (`sast`), supply chain (`sca`) or secrets.', default: 'sast' },
  'listFindings.issue_type': { description: 'Code (`sast`) or supply chain (`sca`).', default: 'sast' },
  limit: { description: 'Number of rows per page.', default: 100 },
  managed: { description: 'Whether full or diff scans are managed.' },
  mine: { description: 'Only those of the current user.', default: false },
  no_primary: { description: 'Projects without a primary branch.' },
  last_scan: { description: '`never`, `failed`, `running`, or `older_than:<days>`.' },
  page: { description: 'Page number, from 0.', default: 0 },
  page_size: { description: 'Number of rows per page.', default: 100 },
  path: {
    description:
      'Path prefix, or a pattern of the whole path with `*` (any characters, slashes too) and `**/` (any folders or none).',
  },
  policies: { description: 'Mode of the rule in its policy: monitor, comment, block.' },
  primary_ref: { description: 'Findings of primary branches.' },
  project_tags: { description: 'Tags of the project; `__none` selects projects without tags.' },
  q: { description: 'Text to search for.' },
  ref: { description: 'Branch ref.' },
  rules: { description: 'Full rule names. Code findings only.' },
  sort: { description: sortDescription, default: '-relevant_since' },
  since: { description: 'Detected or reintroduced at this time or later, in epoch seconds.' },
  transitivities: { description: 'Supply-chain findings only.' },
  triage_reasons: {
    description:
      'Reason of ignored findings; `muted` for those that are suppressed in the code and nobody ignored.',
  },
  uncertain: {
    description: 'Findings with an unresolved match: they may be the same as a triaged finding.',
  },
  until: { description: 'Detected or reintroduced before this time, in epoch seconds.' },
  what: { description: 'The list to return.', required: true },
  'listSecrets.since': { description: 'Detected or reintroduced at this time or later, in ISO 8601.' },
  'listSecrets.repo': { description: 'Repository names.' },
  'listSources.repo': { description: 'Repository name.', required: true },
  'getPolicy.q': {
    description:
      'Part of the path or title, or the number of a CWE or OWASP category: `CWE-89`, `A03`, `A03:2021`.',
  },
  'search.limit': { description: 'Maximum number of results of each kind.', default: 6 },
  'getPolicy.limit': { description: 'Number of rules per page.', default: 500 },
  'previewRetention.scans': { description: 'Days that superseded scans are kept; without it, all are.' },
  'previewRetention.history': {
    description: 'Days that the history of findings is kept; without it, all is.',
  },
  'previewRetention.exports': { description: 'Days that SBOM exports are kept; without it, all are.' },
  'previewRetention.audit': { description: 'Days that the audit log is kept; without it, all is.' },
  'listProjects.q': { description: 'Part of the name.' },
  'listProjects.sort': { description: sortDescription, default: 'name' },
  'findingGroups.sort': { description: sortDescription, default: '-count' },
  'getPolicy.sort': { description: sortDescription, default: 'path' },
  'listRules.sort': { description: sortDescription, default: 'path' },
  'listRules.cursor': { description: 'Cursor from the previous response; the first page without one.' },
  'getPolicy.cursor': { description: 'Cursor from the previous response; the first page without one.' },
  'removeTags.tags': { description: 'Tags to remove.', required: true },
  'createScan.format': {
    description: 'Format of the file; detected by default.',
  },
  'listTriageChanges.limit': { description: 'Maximum number of changes.', default: 50 },
  'listApprovals.waiting': { description: 'Requests that wait for a decision, or all others.' },
  'listApprovals.limit': { description: 'Maximum number of requests.', default: 100 },
  'listInbox.reason': { description: 'Only items that wait for this reason.' },
  'listInbox.after': { description: 'The `next` of the previous page; the first page without it.' },
  'listInbox.limit': { description: 'Maximum number of items.', default: 100 },
  'listJobs.limit': { description: 'Maximum number of jobs.', default: 50 },
  'policyHistory.limit': { description: 'Number of changes per page.', default: 50 },
  'createScan.project': { description: 'Repository name; created if it does not exist.', required: true },
  'createScan.reuse_name': {
    description: 'Create the project although its name is a former one of another. Needs the scope `admin`.',
    default: false,
  },
  'createScan.kind': {
    description: 'A diff scan only closes findings that it covers.',
    default: 'full',
  },
  'createScan.ref': {
    description: 'Branch ref; by default the primary branch, or `refs/heads/main` for a new project.',
  },
  'findingGroups.group_by': { description: 'Property to group by.', required: true },
  'exportFindings.format': { description: 'Format of the file.', default: 'csv' },
  'exportFindings.columns': { description: 'Columns of the CSV, in this order; all by default.' },
  'createTriageJob.preview': {
    description: 'Return the expected result without changing anything.',
    default: false,
  },
  'createScan.gate': {
    description: 'Add the verdict on the commit; with `fail`, return 409 where the commit does not pass.',
  },
  'getGate.commit': { description: 'The commit; by default the newest one of the ref.' },
  'getGate.ref': { description: 'Ref of the scans; by default that of the newest scan of the commit.' },
  'listGateVerdicts.commit': { description: 'Verdicts on this commit.' },
  base: { description: 'Ref to compare with; by default the primary branch.' },
  strict: {
    description: 'Count all findings of a source that has no full scan on the base.',
    default: false,
  },
  accept_empty: { description: 'Apply the scan even if it would be held.', default: false },
  dry_run: { description: 'Return the expected result without changing anything.', default: false },
  without: { description: 'Also return the counts without each filter that is set.', default: false },
  'deleteRef.repo': { description: 'Repository name.', required: true },
  'deleteRef.ref': { description: 'Ref to delete, `main` or `refs/heads/main`.', required: true },
  'listRefs.q': { description: 'Part of the name. Returns at most 1000 refs.' },
  actor: { description: 'Full name of the person or token.' },
  action: {
    description: 'Action such as `token.made`, or a resource such as `token` for all of its actions.',
  },
  target: { description: 'Part of the name of the target.' },
  severities: { description: 'Findings of these severities.' },
  status: { description: 'Findings of these statuses.' },
  repos: { description: 'Findings of these repositories, by name.' },
  repository_ids: { description: 'Findings of these repositories, by id.' },
  component_tags: { description: 'Component tags set by the assistant. Code findings only.' },
  resource: {
    description: 'Resources of infrastructure code, such as `aws_s3_bucket.logs`. Code findings only.',
  },
  vulnerability_identifiers: { description: 'Advisories, by any of their ids. Supply-chain findings only.' },
  dependencies: { description: 'Package names. Supply-chain findings only.' },
  versions: { description: 'Versions of the dependency. Supply-chain findings only.' },
  has_ticket: { description: 'Whether a ticket is linked.' },
  fix_available: { description: 'Whether a fixed version is known. Supply-chain findings only.' },
  policy_ids: { description: 'Policies that contain the rule, or that apply to the project.' },
  first_seen_scan_ids: { description: 'Scans that reported the finding first.' },
  fixed_scan_ids: { description: 'Scans that fixed the finding.' },
  flow: {
    description:
      "Findings that entered the backlog (`opened`, `reopened`, `unignored`, `became_primary`), left it (`fixed`, `ignored`, `muted`, `removed`, `left_primary`) or got another severity in it (`raised`, `lowered`) within a range of days in the deployment's time zone, both included: `fixed,ignored:2026-11-01..2026-11-30`. Without `status`, findings that were removed since are included. With `dedup=true`, the change is that of the flaw; otherwise `primary_ref=true` means the branch that was primary then.",
  },
  fixed_on: {
    description:
      "Findings that are fixed, and were fixed last within a range of days in the deployment's time zone, both included: `2026-11-01..2026-11-30`.",
  },
  rule_disabled: {
    description: 'Whether the rule of the finding is disabled in its policy now.',
  },
  files: { description: 'Full paths.' },
  upgrades: {
    description:
      'First recommended upgrade, as `package@version`, or `package` for any version of it. Supply-chain findings only.',
  },
  tickets: { description: 'External slugs of linked tickets, or URLs of tickets without one.' },
  triaged_by: {
    description:
      'Names of the people who last triaged the finding; `__none` selects findings without triage.',
  },
  triaged_since: { description: 'Triaged at this time or later, in epoch seconds.' },
  triaged_until: { description: 'Triaged before this time, in epoch seconds.' },
  owner: {
    description:
      'Owners: `person:NAME`, `team:NAME` or a handle; `none` for findings without an owner, `me` for those of the caller and of the teams that the caller belongs to, `for:NAME` for those of another person and their teams.',
  },
  secret_types: { description: 'Types of secrets. Secrets only.' },
  secret_hashes: { description: 'Hash of a secret; the same for all of its locations. Secrets only.' },
  validation_state: { description: 'Validity of the secret. Secrets only.' },
  not_rules: { description: 'Excludes these rules.' },
  not_repos: { description: 'Excludes these repositories.' },
  not_path: { description: 'Excludes this path; same syntax as `path`.' },
  not_categories: { description: 'Excludes these categories. Code findings only.' },
  severity: { description: 'Severities with the values of the list of secrets. Secrets only.' },
  repo: { description: 'Repository names. Secrets only.' },
  issue_ids: { description: 'Only these of the matching findings.' },
  'findingFacets.facet': { description: 'Only count the values of this filter.' },
  'findingFacets.facet_q': { description: 'Part of the value.' },
  'listSecrets.severity': { description: 'Severities.' },
  'listSecrets.validation_state': { description: 'Validity of the secret.' },
  validationState: { description: 'Alias of `validation_state`.' },
  'listSecrets.secret_types': { description: 'Types of secrets.' },
  'listSecrets.secret_hashes': { description: 'Hash of a secret; the same for all of its locations.' },
  'listSecrets.rules': { description: 'Full rule names.' },
  'listSecrets.policies': { description: 'Mode of the rule in its policy.' },
  'listSecrets.page': { description: 'Page number, from 0, instead of `cursor`.', default: 0 },
  'listSecrets.page_size': { description: 'Alias of `limit`.', default: 100 },
  'listProjects.open_critical': { description: 'Whether the project has an open critical finding.' },
  'listRefs.repository_id': { description: 'The repository; all by default.' },
  'exportVex.project': { description: 'Repository name.', required: true },
  'exportVex.ref': { description: 'Branch ref; the primary branch by default.' },
  'exportVex.format': { description: 'Format of the file.', default: 'openvex' },
  'exportVex.product': {
    description: 'Package URL of the project; derived from the URL of the repository by default.',
  },
  'exportVex.undecided': {
    description: 'Also findings that nobody has triaged, as under investigation.',
    default: false,
  },
  'importVex.project': { description: 'Repository name.', required: true },
  'importVex.product': {
    description:
      'Package URL of the project in the document; statements about other products are not applied.',
  },
  'importVex.dry_run': { description: 'Return the expected result and change nothing.', default: false },
  'getCodeowners.project': { description: 'Repository name.', required: true },
  'setCodeowners.project': { description: 'Repository name.', required: true },
  'sendCodeowners.project': { description: 'Repository name.', required: true },
  'sendCodeowners.ref': { description: 'Branch ref of the file.', required: true },
  'createScan.commit': { description: 'Commit that was scanned.' },
  'createScan.url': { description: 'URL of the repository.' },
  'createScan.category': { description: 'Distinguishes scans of one tool that cover different parts.' },
  'createScan.event': { description: 'Event that started the scan, such as `push`.' },
  'createScan.pull_request_id': { description: 'Number of the pull request.' },
  'createScan.pull_request_title': { description: 'Title of the pull request.' },
  'createScan.commit_title': { description: 'Title of the commit.' },
  'createScan.commit_author_name': { description: 'Author of the commit.' },
  'createScan.ci_job_url': { description: 'URL of the CI job.' },
  'createScan.started_at': { description: 'Start of the scan, ISO 8601.' },
  'createScan.checkout_uri': {
    description:
      'Folder in which the files were checked out, such as `file:///home/runner/work/shop/shop/`. Absolute paths below it become relative.',
  },
  'createScan.part': { description: '`2/3`: the second of three files of one scan.' },
  'createScan.upload': { description: 'Identifies the scan that the parts belong to.' },
  'getPolicy.mode': { description: 'Modes.' },
  'getPolicy.severity': { description: 'Severities; `__none` selects rules without one.' },
  'getPolicy.source': { description: 'Sources.' },
  'getPolicy.category': { description: 'Categories.' },
  'getPolicy.language': { description: 'Languages.' },
  'getPolicy.technology': { description: 'Technologies.' },
  'getPolicy.ruleset': { description: 'Rulesets.' },
  'getPolicy.cwe': { description: 'CWE names.' },
  'getPolicy.owasp': { description: 'OWASP names.' },
  repositoryId: { description: 'The repository; the entire deployment by default.' },
  'listSbomExports.repositoryId': { description: 'The repository; all by default.' },
  'listSbomExports.status': { description: 'Statuses.' },
  'getPolicy.confidence': { description: 'Confidence; `__none` selects rules without one.' },
  'listViews.page': { description: 'The page of the views.' },
  'listAudit.since': { description: 'Start of the time range (inclusive), in epoch seconds or ISO 8601.' },
  'listAudit.until': { description: 'End of the time range (exclusive), in epoch seconds or ISO 8601.' },
  'exportAudit.since': { description: 'Start of the time range (inclusive), in epoch seconds or ISO 8601.' },
  'exportAudit.until': { description: 'End of the time range (exclusive), in epoch seconds or ISO 8601.' },
}
