import { formatNames } from '#contract/format-names.ts'
import type { ReportFormat } from '../report/report.ts'
import { isAuditError } from './audit-errors.ts'
import type { Outline } from './outline.ts'

/**
 * Returns the formats whose markers a file has: exactly one for a supported file.
 * - Semgrep: a list `results`, with `errors` or `paths`, and a `version` or results that have `check_id`: old versions
 *   wrote no `version`, and such a file without results is indistinguishable from those of other tools.
 * - SARIF: `runs`, and the `version` 2.1.0, or none beside a `$schema` of 2.1.0, as some tools write it. The release
 *   candidates (`2.1.0-rtm.…`) contain what is read of 2.1.0 and are accepted; earlier drafts are not.
 * - CycloneDX: `bomFormat` "CycloneDX"; `components` alone occurs in reports of many tools.
 * - Grype: a list `matches` with a `descriptor` that names it, or whose elements have `vulnerability` and `artifact`:
 *   other tools of its maker write the same keys.
 * - npm audit: `auditReportVersion` 2 with an object `vulnerabilities`; of npm 6 and pnpm `advisories` and `metadata`,
 *   with `actions` or the numbers of vulnerabilities; of Yarn lines with a known `type` and `data`, or with `value` and
 *   `children`; or an `error` as npm and pnpm write it.
 * - Trivy: a number `SchemaVersion` with `ArtifactName`, or with `Results`, which a report without results does not have.
 * - SPDX: `spdxVersion`, or an object `sbom` alone, as GitHub's API answers.
 * - Checkov: `check_type` with an object `results`, or its numbers with `checkov_version` if it found nothing to check; of
 *   several frameworks a list of these.
 * - Snyk: a list `vulnerabilities` with a `packageManager` of dependencies, and `projectName` or `dependencyCount`, or
 *   whose elements have `packageName` and `from`; of several projects a list of these; or an error, `ok` false with an
 *   `error` and a `path`. Reports of `snyk iac test` have the same keys.
 * - GitLab: a list `vulnerabilities`, a `version`, and an object `scan` with `type` or `scanner`.
 * - Dependency-Check: objects `scanInfo` and `projectInfo` with a list `dependencies`.
 * - Gitleaks: a list whose elements have `RuleID` and `File`.
 * - Bandit: a list `results` with `generated_at` and `metrics`, or whose elements have `test_id` and `issue_text`.
 * - OSV-Scanner: a list `results` whose elements have `packages` and `source`, or with `experimental_config`.
 * - TruffleHog: `SourceMetadata` and `DetectorName`, in an object, in each line, or in the elements of a list; or a line
 *   of its log.
 * - Dependabot alerts: a list whose elements have `security_advisory` and `dependency`, or an object `data` of
 *   GraphQL with a `repository`.
 * - Code scanning alerts: a list whose elements have `most_recent_instance` and `rule`.
 * - Gatehouse: `gatehouse` 1 and `findings`.
 * - A findings response: the keys of the findings list, or a bare `findings` whose elements name their rule, or that
 *   has pagination like the listing of secrets.
 * Source: docs/decisions/0036-format-detection.md; OASIS SARIF 2.1.0, 3.13; ECMA-424; docs/api.md#fields.
 */
export function formatsOf(outline: Outline): ReportFormat[] {
  const formats: ReportFormat[] = []
  if (isTruffleHog(outline)) formats.push('trufflehog')
  if (isDependabot(outline)) formats.push('dependabot')
  if (isNpmAudit(outline)) formats.push('npm-audit')
  if (outline.root === 'list') {
    if (isCheckov(outline)) formats.push('checkov')
    if (isSnyk(outline)) formats.push('snyk')
    if (outline.has('RuleID') && outline.has('File')) formats.push('gitleaks')
    if (outline.has('most_recent_instance') && outline.has('rule')) formats.push('code-scanning')
  }
  if (outline.root !== 'object') return formats
  if (isSemgrep(outline) && !isBandit(outline) && !isOsvScanner(outline)) formats.push('semgrep')
  if (isSarif(outline)) formats.push('sarif')
  if (isFindingsResponse(outline)) formats.push('findings')
  if (outline.text('bomFormat') === 'CycloneDX') formats.push('cyclonedx')
  if (isGrype(outline)) formats.push('grype')
  if (isTrivy(outline)) formats.push('trivy')
  if (isSpdx(outline)) formats.push('spdx')
  if (isSnyk(outline)) formats.push('snyk')
  if (isCheckov(outline)) formats.push('checkov')
  if (isGitLab(outline)) formats.push('gitlab')
  if (isDependencyCheck(outline)) formats.push('dependency-check')
  if (isBandit(outline)) formats.push('bandit')
  if (isOsvScanner(outline)) formats.push('osv-scanner')
  if (outline.keys.get('gatehouse')?.value === 1 && outline.has('findings')) formats.push('gatehouse')
  return formats
}

/** Whether results of a file have the field that names their rule in Semgrep's format. */
export const hasCheckId = (outline: Outline) => outline.has('results', 'check_id')

/** Whether a file has results of any format. */
const hasResults = (outline: Outline) => (outline.keys.get('results')?.keys.size ?? 0) > 0

function isSemgrep(outline: Outline): boolean {
  const hasSummary = outline.kind('errors') === 'list' || outline.kind('paths') === 'object'
  const hasVersion = outline.text('version') !== null || hasCheckId(outline)
  return outline.kind('results') === 'list' && hasSummary && hasVersion
}

function isSarif(outline: Outline): boolean {
  const runs = outline.kind('runs')
  if (runs !== 'list' && runs !== 'null') return false
  const version = outline.text('version')
  if (outline.has('version')) return version !== null && /^2\.1\.0(?:-rtm(?:\.\d{1,3})?)?$/.test(version)
  return /sarif-(?:schema-)?2\.1\.0/i.test(outline.text('$schema') ?? '')
}

function isGrype(outline: Outline): boolean {
  if (outline.kind('matches') !== 'list') return false
  const name = outline.text('descriptor', 'name')
  if (name !== null) return name === 'grype'
  return outline.has('matches', 'vulnerability') && outline.has('matches', 'artifact')
}

const isTruffleHog = (outline: Outline) =>
  (outline.has('SourceMetadata') && outline.has('DetectorName')) ||
  (/^trufflehog(?:\.|$)/.test(outline.text('logger') ?? '') && outline.has('level') && outline.has('msg'))

const isDependabot = (outline: Outline) =>
  outline.has('data', 'repository') ||
  (outline.root === 'list' && outline.has('security_advisory') && outline.has('dependency'))

function isBandit(outline: Outline): boolean {
  if (outline.kind('results') !== 'list') return false
  if (outline.has('results', 'test_id')) return outline.has('results', 'issue_text')
  const isEmpty = !hasResults(outline)
  return isEmpty && outline.has('generated_at') && outline.kind('metrics') === 'object'
}

function isOsvScanner(outline: Outline): boolean {
  if (outline.kind('results') !== 'list') return false
  if (outline.has('results', 'packages')) return outline.has('results', 'source')
  return !hasResults(outline) && outline.has('experimental_config')
}

function isNpmAudit(outline: Outline): boolean {
  if (outline.root === 'list') return false
  if (isYarnLine(outline) || isAuditError(outline)) return true
  if (outline.has('auditReportVersion')) return outline.kind('vulnerabilities') === 'object'
  return (
    outline.kind('advisories') === 'object' &&
    outline.kind('metadata') === 'object' &&
    (outline.kind('actions') === 'list' || outline.has('metadata', 'vulnerabilities'))
  )
}

/** Whether the first line is one of `yarn audit`, or of `yarn npm audit` from Yarn 4; other commands write some, too. */
function isYarnLine(outline: Outline): boolean {
  if (outline.text('value') !== null && outline.has('children', 'Severity')) return true
  const type = outline.text('type') ?? ''
  if (!outline.has('data')) return false
  if (/^audit(?:Advisory|Summary|Action)$/.test(type)) return true
  const isYarns = outline.keys.size === 2 || /^YN\d{4}$/.test(outline.text('displayName') ?? '')
  return (
    isYarns && (/^(?:info|warning)$/.test(type) || (type === 'error' && outline.kind('data') === 'string'))
  )
}

const isTrivy = (outline: Outline) =>
  outline.kind('SchemaVersion') === 'number' &&
  (outline.has('ArtifactName') || outline.kind('Results') === 'list')

const isSpdx = (outline: Outline) =>
  outline.kind('spdxVersion') === 'string' || (outline.kind('sbom') === 'object' && outline.keys.size === 1)

const isCheckov = (outline: Outline) =>
  (outline.kind('check_type') === 'string' && outline.kind('results') === 'object') ||
  (outline.kind('checkov_version') === 'string' && outline.kind('passed') === 'number')

function isSnyk(outline: Outline): boolean {
  if (outline.has(snykCodeIssues) || isSnykCodeManager(outline.text('packageManager'))) return false
  const isList = outline.root === 'list'
  if (outline.keys.get('ok')?.value === false && outline.kind('error') === 'string')
    return outline.has('path')
  if (outline.kind('vulnerabilities') !== 'list') return false
  const hasIssue = outline.has('vulnerabilities', 'packageName') && outline.has('vulnerabilities', 'from')
  // The elements of a list are read in parts, so that the keys of its issues are not known.
  if (hasIssue || (isList && outline.kind('ok') === 'boolean' && outline.has('dependencyCount'))) return true
  const isManaged = outline.kind('packageManager') === 'string'
  return isManaged && (outline.has('projectName') || outline.has('dependencyCount'))
}

/** The issues of `snyk iac test`, which writes them beside an empty list `vulnerabilities`. */
export const snykCodeIssues = 'infrastructureAsCodeIssues'

/** Whether a `packageManager` of Snyk is one of files of infrastructure, such as `k8sconfig`. */
export const isSnykCodeManager = (name: string | null) => /^[a-z0-9]{2,40}config$/.test(name ?? '')

const isGitLab = (outline: Outline) =>
  outline.kind('vulnerabilities') === 'list' &&
  outline.text('version') !== null &&
  (outline.has('scan', 'type') || outline.has('scan', 'scanner'))

const isDependencyCheck = (outline: Outline) =>
  outline.kind('scanInfo') === 'object' &&
  outline.kind('projectInfo') === 'object' &&
  outline.kind('dependencies') === 'list'

const responseKeys = ['sastFindings', 'scaFindings', 'sast_findings', 'sca_findings']

function isFindingsResponse(outline: Outline): boolean {
  if (responseKeys.some((key) => ['object', 'null'].includes(outline.kind(key) ?? ''))) return true
  if (outline.kind('findings') !== 'list') return false
  const hasVersion = ['rule_name', 'ruleName', 'rule_hash_id', 'ruleHashId', 'rule.name']
  return hasVersion.some((key) => outline.has('findings', key)) || isEmptyPage(outline)
}

/** An empty page of the listing of secrets, since a bare empty list may be of any tool. */
const isEmptyPage = (outline: Outline) =>
  outline.keys.get('findings')?.keys.size === 0 && outline.has('cursor') && outline.has('previous')

/**
 * Checks for the required parts of a format that the sender named: without them the file would be read as an empty
 * scan. Returns a sentence if one is missing.
 */
export function missingPart(format: ReportFormat, outline: Outline): string | null {
  const parts: Record<ReportFormat, readonly string[]> = {
    semgrep: ['results'],
    sarif: ['runs'],
    findings: [...responseKeys, 'findings'],
    cyclonedx: ['components', 'vulnerabilities', 'bomFormat'],
    grype: ['matches'],
    'npm-audit': ['vulnerabilities', 'advisories', 'data', 'children', 'error'],
    trivy: ['Results', 'ArtifactName'],
    snyk: ['vulnerabilities'],
    spdx: ['packages', 'sbom'],
    checkov: ['results', 'checkov_version'],
    gitleaks: [],
    bandit: ['results'],
    'osv-scanner': ['results'],
    trufflehog: ['DetectorName', 'logger'],
    gitlab: ['vulnerabilities'],
    'dependency-check': ['dependencies'],
    dependabot: ['data'],
    'code-scanning': [],
    gatehouse: ['findings'],
  }
  if (parts[format].some((key) => outline.has(key))) return null
  const isListed = parts[format].length === 0 || format === 'dependabot'
  if (isListed) return `the file does not match ${formatNames[format]}: it is not a list`
  const expectedKeys = parts[format].map((key) => `\`${key}\``)
  const either =
    expectedKeys.length === 1
      ? expectedKeys[0]
      : `${expectedKeys.slice(0, -1).join(', ')} or ${expectedKeys.at(-1)}`
  return `the file does not match ${formatNames[format]}: it has no ${either}`
}
