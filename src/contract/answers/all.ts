import * as z from 'zod/mini'
import * as dependencies from './dependencies.ts'
import * as deployments from './deployments.ts'
import * as findings from './findings.ts'
import * as matches from './matches.ts'
import * as policies from './policies.ts'
import * as projects from './projects.ts'
import * as sbom from './sbom.ts'
import * as scans from './scans.ts'
import * as secrets from './secrets.ts'
import * as sources from './sources.ts'

const nothing = z.undefined()

/**
 * The schema of each operation's successful answer, by the operation's id. The service's description and its tests
 * read them; the browser takes only the types, so that no answer of another service is refused there.
 */
export const answers = {
  ping: deployments.pingAnswer,
  getCapabilities: deployments.capabilitiesAnswer,
  getOpenApi: z.record(z.string(), z.unknown()),
  getMe: deployments.meAnswer,
  signIn: deployments.sessionAnswer,
  signOut: nothing,
  listSessions: deployments.sessionsAnswer,
  endSession: nothing,
  listDeployments: deployments.deploymentsAnswer,
  listTokens: deployments.tokensAnswer,
  createToken: deployments.createTokenAnswer,
  patchToken: deployments.tokenAnswer,
  revokeToken: nothing,
  getSettings: deployments.settingsAnswer,
  updateSettings: deployments.settingsAnswer,
  listAudit: deployments.auditAnswer,
  exportAudit: nothing,
  streamEvents: nothing,
  listFindings: findings.findingsAnswer,
  getFinding: findings.findingDetail,
  patchFinding: findings.findingDetail,
  findingFacets: findings.facetsAnswer,
  findingGroups: findings.groupsAnswer,
  findingTrend: findings.trendAnswer,
  exportFindings: nothing,
  keepFilter: findings.keptFilter,
  getKeptFilter: findings.keptFilter,
  listViews: findings.viewsAnswer,
  createView: findings.view,
  updateView: findings.view,
  deleteView: nothing,
  triage: findings.triageAnswer,
  undoTriage: findings.undoAnswer,
  listTriageChanges: findings.triageChangesAnswer,
  createTriageJob: z.union([findings.triagePreview, findings.job]),
  listJobs: findings.jobsAnswer,
  getJob: findings.job,
  cancelJob: findings.job,
  undoJob: findings.job,
  listSecrets: secrets.secretsAnswer,
  listProjects: projects.projectsAnswer,
  getProject: projects.projectAnswer,
  addTags: projects.projectAnswer,
  removeTags: projects.projectAnswer,
  patchProject: projects.projectAnswer,
  deleteProject: nothing,
  editTags: projects.editTagsAnswer,
  listTags: projects.tagsAnswer,
  listRefs: projects.refsAnswer,
  resolveMatch: matches.resolveMatchAnswer,
  getScan: scans.scan,
  searchScans: scans.scansAnswer,
  scanFacets: scans.scanFacetsAnswer,
  scanDurations: scans.scanDurationsAnswer,
  createScan: scans.createScanAnswer,
  acceptScan: scans.createScanAnswer,
  getImport: scans.importAnswer,
  scanChanges: scans.scanChangesAnswer,
  listSources: sources.sourcesAnswer,
  retireSource: sources.retireAnswer,
  restoreSource: sources.retireAnswer,
  listPolicies: policies.policiesAnswer,
  setRuleMode: policies.setRuleModeAnswer,
  getPolicy: policies.policyAnswer,
  policyHistory: policies.policyHistoryAnswer,
  getPolicyChange: policies.policyChangeAnswer,
  putBackModes: policies.setRuleModesAnswer,
  setRuleModes: policies.setRuleModesAnswer,
  policyImpact: policies.impactAnswer,
  listRules: policies.rulesAnswer,
  getRule: policies.ruleAnswer,
  listDependencies: dependencies.dependenciesAnswer,
  listRepositoriesWithDependencies: dependencies.repositorySummariesAnswer,
  listLockfiles: dependencies.lockfilesAnswer,
  dependencyFacets: dependencies.dependencyFacetsAnswer,
  dependencyGroups: dependencies.dependencyGroupsAnswer,
  dependencyLicenses: dependencies.licensesAnswer,
  exportDependencies: nothing,
  exportSbom: sbom.exportSbomAnswer,
  describeSbom: sbom.sbomSubject,
  listSbomExports: sbom.sbomExportsAnswer,
  getSbomExport: sbom.sbomExport,
  retrySbomExport: sbom.exportSbomAnswer,
  repeatSbomExport: sbom.exportSbomAnswer,
  downloadSbom: nothing,
} as const

/** What an operation answers with 202, where that is something else. */
export const acceptedAnswers: Readonly<Record<string, z.ZodMiniType>> = {
  createScan: z.union([scans.importAnswer, scans.waitingAnswer]),
}

/** The answer of an operation, by its id. */
export type Answer<Id extends keyof typeof answers> = z.infer<(typeof answers)[Id]>
