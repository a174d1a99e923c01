/** The values of the API's enumerations, each in display order. */
export const issueTypes = ['sast', 'sca'] as const
export const findingTypes = ['sast', 'sca', 'secrets'] as const
export const severities = ['critical', 'high', 'medium', 'low'] as const
export const confidences = ['high', 'medium', 'low'] as const
export const statuses = ['open', 'reviewing', 'fixing', 'ignored', 'fixed'] as const
/** When a finding is due: before today, within seven days from today, later; `none` without a due date. */
export const dueFilters = ['overdue', 'week', 'later', 'none', 'met', 'missed'] as const
/** What ends the ignoring of a finding, beside a date. */
export const ignoreEnds = ['fix_available', 'code_changed', 'secret_active'] as const
/** Why a finding is ignored. `revoked` is for secrets alone, which a scan that finds them active reopens. */
export const triageReasons = [
  'false_positive',
  'acceptable_risk',
  'no_time',
  'no_triage_reason',
  'revoked',
] as const
/** What a filter can select ignored findings by; `muted` for those that are suppressed in the code and nobody ignored. */
export const ignoreReasonFilters = [...triageReasons, 'muted'] as const
export const findingStates = ['unresolved', 'fixed', 'muted', 'removed'] as const
export const triageStates = ['untriaged', 'reopened', 'ignored', 'reviewing', 'fixing'] as const
export const newTriageStates = ['ignored', 'reviewing', 'fixing', 'reopened'] as const
/** What became of a request to ignore findings; `withdrawn` if none of them waits for it any more. */
export const approvalStates = ['requested', 'approved', 'declined', 'withdrawn'] as const
export const ruleModeFilters = ['rule-board-audit', 'rule-board-pr-comments', 'rule-board-block'] as const
export const verdicts = ['true_positive', 'false_positive'] as const
export const exposures = [
  'reachable',
  'always_reachable',
  'conditionally_reachable',
  'unreachable',
  'unknown',
] as const
export const transitivities = ['direct', 'transitive', 'unknown'] as const
export const validationStates = [
  'VALIDATION_STATE_CONFIRMED_VALID',
  'VALIDATION_STATE_CONFIRMED_INVALID',
  'VALIDATION_STATE_VALIDATION_ERROR',
  'VALIDATION_STATE_NO_VALIDATOR',
] as const
/** The values of the documented secrets list. */
export const secretStatuses = [
  'FINDING_STATUS_OPEN',
  'FINDING_STATUS_IGNORED',
  'FINDING_STATUS_FIXED',
  'FINDING_STATUS_REMOVED',
  'FINDING_STATUS_UNKNOWN',
] as const
export const secretSeverities = [
  'SEVERITY_CRITICAL',
  'SEVERITY_HIGH',
  'SEVERITY_MEDIUM',
  'SEVERITY_LOW',
] as const
export const ruleConfidences = ['CONFIDENCE_HIGH', 'CONFIDENCE_MEDIUM', 'CONFIDENCE_LOW'] as const
export const fixPullRequestStates = ['open', 'merged'] as const
/** What a change of a policy is about. */
export const policyChangeKinds = [
  'modes',
  'rules',
  'created',
  'changed',
  'deleted',
  'restored',
  'tags',
] as const
export const productTypes = ['PRODUCT_TYPE_SAST', 'PRODUCT_TYPE_SCA', 'PRODUCT_TYPE_SECRETS'] as const
export const policyModes = ['MODE_MONITOR', 'MODE_COMMENT', 'MODE_BLOCK', 'MODE_DISABLED'] as const
/** The verdicts of the gate. */
export const gateVerdicts = ['pass', 'fail', 'none'] as const
/** Verdicts to filter by: `excepted` are those of `pass` that would be `fail` without ignored findings. */
export const gateFilters = [...gateVerdicts, 'excepted'] as const
export const products = ['PRODUCT_SAST', 'PRODUCT_SCA', 'PRODUCT_SECRETS'] as const
export const scanStatuses = [
  'SCAN_STATUS_RUNNING',
  'SCAN_STATUS_COMPLETED',
  'SCAN_STATUS_PENDING',
  'SCAN_STATUS_CANCELLED',
  'SCAN_STATUS_ERROR',
  'SCAN_STATUS_NEVER_FINISHED',
] as const
export const sbomExportStatuses = [
  'SBOM_EXPORT_STATUS_IN_PROGRESS',
  'SBOM_EXPORT_STATUS_COMPLETED',
  'SBOM_EXPORT_STATUS_FAILED',
] as const
export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
/** How a dependency was introduced into a lockfile, in the values of the dependencies list. */
export const dependencyTransitivities = ['DIRECT', 'TRANSITIVE', 'UNKNOWN_TRANSITIVITY'] as const
/**
 * The fields that a dependency's record can lack. `identifier` is a package URL, `relationship` its own dependencies.
 */
export const missingFields = ['version', 'identifier', 'license', 'hash', 'relationship'] as const
export type MissingField = (typeof missingFields)[number]
/** The facets of dependencies, each named after the filter field that selects its values. */
export const dependencyFacetNames = [
  'ecosystem',
  'transitivity',
  'license',
  'repositoryId',
  'lockfilePath',
  'missing',
] as const
export type DependencyFacetName = (typeof dependencyFacetNames)[number]
/** The maximum number of tags per project. */
export const maxTags = 50
/** Formats of scanners' files; docs/guides/format.md describes how to add one. */
export const scanFormats = [
  'semgrep',
  'sarif',
  'cyclonedx',
  'grype',
  'npm-audit',
  'trivy',
  'spdx',
  'checkov',
  'gitleaks',
  'bandit',
  'osv-scanner',
  'trufflehog',
  'gitlab',
  'dependency-check',
  'dependabot',
  'code-scanning',
  'gatehouse',
  'snyk',
  'findings',
] as const
export const roles = ['viewer', 'analyst', 'manager', 'admin', 'ci'] as const
/** The roles of people; `ci` is for machines. */
export const personRoles = ['viewer', 'analyst', 'manager', 'admin'] as const
export type PersonRole = (typeof personRoles)[number]
export const findingSorts = [
  'relevant_since',
  'severity',
  'repository',
  'rule',
  'epss',
  'triaged_at',
  'due_at',
] as const
export type FindingSort = (typeof findingSorts)[number]

export const groupings = [
  'rules',
  'repos',
  'path',
  'dependencies',
  'vulnerability_identifiers',
  'upgrade',
  'secret',
  'owner',
] as const
/** The sorts of groups, always descending. */
export const groupSorts = ['-count', '-severity'] as const
export type GroupSort = (typeof groupSorts)[number]
/** The pages of saved views, and the type of findings of each. */
export const viewPages = ['code', 'supply-chain', 'secrets'] as const
export type ViewPage = (typeof viewPages)[number]
export const typeOfPage = {
  code: 'sast',
  'supply-chain': 'sca',
  secrets: 'secrets',
} as const satisfies Record<ViewPage, (typeof findingTypes)[number]>
export type Grouping = (typeof groupings)[number]
export type FindingType = (typeof findingTypes)[number]
export type NewTriageState = (typeof newTriageStates)[number]
export type IgnoreEnd = (typeof ignoreEnds)[number]
export type TriageReason = (typeof triageReasons)[number]
export type Role = (typeof roles)[number]
