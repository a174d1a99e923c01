import * as z from 'zod/mini'
import * as acceptedRisks from './accepted-risks.ts'
import * as approvals from './approvals.ts'
import * as comments from './comments.ts'
import * as dependencies from './dependencies.ts'
import * as deployments from './deployments.ts'
import * as findings from './findings.ts'
import * as gate from './gate.ts'
import * as inbox from './inbox.ts'
import * as matches from './matches.ts'
import * as notifications from './notifications.ts'
import * as overview from './overview.ts'
import * as owners from './owners.ts'
import * as people from './people.ts'
import * as policies from './policies.ts'
import * as projects from './projects.ts'
import * as sbom from './sbom.ts'
import * as scans from './scans.ts'
import * as search from './search.ts'
import * as secrets from './secrets.ts'
import * as sources from './sources.ts'
import * as triage from './triage.ts'
import * as vex from './vex.ts'
import * as views from './views.ts'
import * as webhooks from './webhooks.ts'

const noContent = z.undefined()

/**
 * The schema of each operation's successful response, by operation id. The OpenAPI document and the tests read them;
 * the browser uses only the types, so that it rejects no response of another service.
 */
export const responses = {
  ping: deployments.pingAnswer,
  getCapabilities: deployments.capabilitiesAnswer,
  getOpenApi: z.record(z.string(), z.unknown()),
  getMe: deployments.meAnswer,
  signIn: deployments.sessionAnswer,
  signOut: noContent,
  getSignInOptions: people.signInOptionsAnswer,
  startSingleSignOn: people.startSingleSignOnAnswer,
  signOutOfProvider: people.signOutOfProviderAnswer,
  listPeople: people.peopleAnswer,
  invitePerson: people.invitedPersonAnswer,
  patchPerson: people.personAnswer,
  listOwners: owners.ownersAnswer,
  listTeams: owners.teamsAnswer,
  createTeam: owners.teamAnswer,
  patchTeam: owners.teamAnswer,
  listOwnerRules: owners.ownerRulesAnswer,
  getCodeowners: owners.codeownersAnswer,
  setCodeowners: owners.codeownersAnswer,
  sendCodeowners: owners.sentCodeownersAnswer,
  deleteTeam: noContent,
  mapHandle: noContent,
  setOwnerRule: noContent,
  listSessions: deployments.sessionsAnswer,
  endSession: noContent,
  listDeployments: deployments.deploymentsAnswer,
  getService: deployments.serviceAnswer,
  createDeployment: deployments.deployment,
  listTokens: deployments.tokensAnswer,
  createToken: deployments.createTokenAnswer,
  patchToken: deployments.tokenAnswer,
  revokeToken: noContent,
  getSettings: deployments.settingsAnswer,
  updateSettings: deployments.settingsAnswer,
  previewRetention: deployments.retentionAnswer,
  previewDueDates: deployments.dueDatesAnswer,
  previewApprovals: approvals.approvalPreview,
  listAudit: deployments.auditAnswer,
  listAuditFindings: deployments.auditFindingsAnswer,
  exportAudit: noContent,
  streamEvents: noContent,
  listFindings: findings.findingsAnswer,
  getFinding: findings.findingDetail,
  patchFinding: findings.findingDetail,
  findingFacets: findings.facetsAnswer,
  findingGroups: findings.groupsAnswer,
  search: search.searchAnswer,
  findingTrend: findings.trendAnswer,
  overview: overview.overviewAnswer,
  listActivity: overview.activityAnswer,
  exportFindings: noContent,
  keepFilter: views.keptFilter,
  getKeptFilter: views.keptFilter,
  listViews: views.viewsAnswer,
  createView: views.view,
  updateView: views.view,
  deleteView: noContent,
  triage: triage.triageAnswer,
  undoTriage: triage.undoAnswer,
  acceptedRisks: acceptedRisks.acceptedRisksAnswer,
  listApprovals: approvals.approvalsAnswer,
  approveRequest: approvals.approval,
  declineRequest: approvals.approval,
  listComments: comments.commentsAnswer,
  createComment: comments.comment,
  editComment: comments.comment,
  deleteComment: noContent,
  listCommentVersions: comments.commentVersionsAnswer,
  listMentions: comments.mentionsAnswer,
  markMention: noContent,
  listInbox: inbox.inboxAnswer,
  markAnswer: noContent,
  listTriageChanges: triage.triageChangesAnswer,
  createTriageJob: z.union([triage.job, triage.triagePreview]),
  listJobs: triage.jobsAnswer,
  getJob: triage.job,
  cancelJob: triage.job,
  undoJob: triage.job,
  listSecrets: secrets.secretsAnswer,
  listProjects: projects.projectsAnswer,
  getProject: projects.projectAnswer,
  addTags: projects.projectAnswer,
  removeTags: projects.projectAnswer,
  patchProject: projects.projectAnswer,
  deleteProject: noContent,
  renameProject: projects.projectChangeAnswer,
  mergeProject: projects.projectChangeAnswer,
  splitProject: projects.projectChangeAnswer,
  undoProjectChange: projects.undoneProjectAnswer,
  editTags: projects.editTagsAnswer,
  previewTags: policies.policyPreview,
  listTags: projects.tagsAnswer,
  listRefs: projects.refsAnswer,
  deleteRef: projects.changedRefAnswer,
  restoreRef: projects.changedRefAnswer,
  resolveMatch: matches.resolveMatchAnswer,
  getScan: scans.scan,
  searchScans: scans.scansAnswer,
  scanFacets: scans.scanFacetsAnswer,
  scanDurations: scans.scanDurationsAnswer,
  createScan: scans.createScanAnswer,
  acceptScan: scans.createScanAnswer,
  getImport: scans.importAnswer,
  scanChanges: scans.scanChangesAnswer,
  getGate: gate.gateAnswer,
  getScanGate: gate.gateAnswer,
  evaluateGate: gate.gateAnswer,
  listGateVerdicts: gate.gateVerdictsAnswer,
  listSources: sources.sourcesAnswer,
  retireSource: sources.retireAnswer,
  restoreSource: sources.retireAnswer,
  listPolicies: policies.policiesAnswer,
  createPolicy: policies.policyChangedAnswer,
  updatePolicy: policies.policyChangedAnswer,
  deletePolicy: policies.policyChangedAnswer,
  editPolicyRules: policies.policyChangedAnswer,
  previewPolicyChange: policies.policyPreview,
  setRuleMode: policies.setRuleModeAnswer,
  getPolicy: policies.policyAnswer,
  policyHistory: policies.policyHistoryAnswer,
  getPolicyChange: policies.policyChangeAnswer,
  putBackModes: policies.setRuleModesAnswer,
  undoRuleRename: policies.undoRuleRenameAnswer,
  setRuleModes: policies.setRuleModesAnswer,
  setRuleText: policies.setRuleTextAnswer,
  policyImpact: policies.impactAnswer,
  listRules: policies.rulesAnswer,
  getRule: policies.ruleAnswer,
  listDependencies: dependencies.dependenciesAnswer,
  listRepositoriesWithDependencies: dependencies.repositorySummariesAnswer,
  listLockfiles: dependencies.lockfilesAnswer,
  dependencyFacets: dependencies.dependencyFacetsAnswer,
  dependencyGroups: dependencies.dependencyGroupsAnswer,
  dependencyLicenses: dependencies.licensesAnswer,
  exportDependencies: noContent,
  exportSbom: sbom.exportSbomAnswer,
  describeSbom: sbom.sbomSubject,
  listSbomExports: sbom.sbomExportsAnswer,
  getSbomExport: sbom.sbomExport,
  retrySbomExport: sbom.exportSbomAnswer,
  repeatSbomExport: sbom.exportSbomAnswer,
  downloadSbom: noContent,
  exportVex: noContent,
  importVex: vex.importVexAnswer,
  listWebhooks: webhooks.webhooksAnswer,
  createWebhook: webhooks.webhookSecretAnswer,
  patchWebhook: webhooks.webhookAnswer,
  deleteWebhook: noContent,
  rotateWebhookSecret: webhooks.webhookSecretAnswer,
  testWebhook: webhooks.deliveryAnswer,
  listWebhookDeliveries: webhooks.deliveriesAnswer,
  replayWebhookDelivery: webhooks.deliveryAnswer,
  getNotifications: notifications.notificationsAnswer,
  setNotifications: notifications.notificationsAnswer,
} as const

/** Additional success responses, by operation id and status, and their meaning. */
export const otherResponses: Readonly<
  Record<string, Readonly<Record<number, { means: string; schema: z.ZodMiniType }>>>
> = {
  createScan: {
    200: {
      means: 'The file was imported before (`repeated`), or it is a dry run: nothing was changed.',
      schema: scans.createScanAnswer,
    },
    202: {
      means: 'The import continues as a job, or other parts of the scan are missing.',
      schema: z.union([scans.importAnswer, scans.waitingAnswer]),
    },
  },
  createTriageJob: {
    200: { means: 'The preview; nothing was changed.', schema: triage.triagePreview },
    202: { means: 'The job.', schema: triage.job },
  },
}

/** The response of an operation, by its id. */
export type ResponseBody<Id extends keyof typeof responses> = z.infer<(typeof responses)[Id]>
