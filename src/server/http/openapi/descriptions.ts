import type { Operation } from '#contract/operation.ts'

/** The rules of the whole API, in Markdown. Source: docs/api.md#rules-for-all-operations. */
export const introduction = `Gatehouse stores the findings of code and supply-chain scanners and their triage.

- **Authentication.** Programs send \`Authorization: Bearer <token>\`; the dashboard uses a session cookie. Web API access must be enabled for a token.
- **Deployments.** Paths accept the id or the slug of a deployment.
- **Ids** of type uint64 are decimal strings without a sign or leading zeros.
- **Lists in the query** repeat the key (\`repos=a&repos=b\`), or use commas (\`repos=a,b\`) or brackets (\`repos[]=a\` or \`repos[0]=a\`, which are never split at commas). The schema gives the maximum number of values. The values of one parameter are combined with OR, different parameters with AND. Repeating a parameter that takes one value returns 400.
- **Refs** are full names such as \`refs/heads/main\`; \`main\` is accepted as well. As a filter, \`_default\` stands for the primary branch of each project.
- **Bodies.** \`null\` for an optional field is the same as leaving it out. A single value is accepted where a list is expected, \`1\` and \`0\` for true and false, and a number for an id. If the body repeats an id or name of the path, both must be equal (422).
- **Unknown parameters and fields** are ignored and listed in the response header \`X-Ignored-Parameters\`; inside \`dependencyFilter\`, an unknown field returns 400. A PATCH, and a PUT with the mark \`extension\`, returns 422 for a field that is unknown or cannot be changed.
- **Timestamps** are ISO 8601 in UTC with milliseconds.
- **Errors** are RFC 9457 \`application/problem+json\`. \`instance\` is the request id. \`errors\` lists up to 20 invalid inputs and the number of the others. A deployment that the token has no access to returns the same response as one that does not exist.
- **Totals.** Lists return the exact number of matches in \`X-Total-Count\`; lists with pages also return \`Link\`.
- **Caching.** JSON responses to GET have an \`ETag\`; a request with \`If-None-Match\` returns 304 if nothing changed.
- **Operations.** \`x-mark\` is \`documented\` or \`named\` for operations in the general description of such services, and \`extension\` for those of Gatehouse. A service without an extension returns 404, 405 or 501.`

/** The groups of operations in reading order, identified by their paths. */
const groups: { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Findings',
    description: 'Code and supply-chain findings, and their triage.',
    paths:
      /^(findings|overview|accepted-risks|activity|triage|approvals|inbox|mentions|views|filters|jobs|search|vex)\b/,
  },
  { name: 'Secrets', description: 'Leaked credentials, without their values.', paths: /^secrets\b/ },
  {
    name: 'Projects',
    description: 'Scanned repositories, their tags, refs and sources.',
    paths: /^(projects|project-changes|tags|refs|sources)\b/,
  },
  { name: 'Scans', description: 'Scan runs and their results.', paths: /^(scans?|imports)\b/ },
  {
    name: 'Policies',
    description: 'Rules and their effect on pull requests.',
    paths: /^(policies|rules|rule-renames)\b/,
  },
  { name: 'Dependencies', description: 'Packages of the primary branches.', paths: /^dependencies\b/ },
  { name: 'SBOM exports', description: 'Software bills of materials as files.', paths: /^sbom\b/ },
  {
    name: 'Deployment',
    description:
      'Settings, people, teams, tokens, webhooks, notifications, the audit log and events of one deployment.',
    paths: /^(settings|tokens|people|owners|codeowners|teams|webhooks|notifications|audit|events)\b/,
  },
  {
    name: 'Service',
    description: 'The current user, sessions, and the capabilities of the service.',
    paths: /^/,
  },
]

export const tags = groups.map(({ name, description }) => ({ name, description }))

/** The group of an operation. */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const rest = path.replace(/^\/api\/v1\//, '').replace(/^deployments\/\{\w+\}\//, '')
  return groups.find((group) => group.paths.test(rest))?.name ?? 'Service'
}

/** Error statuses of an operation in addition to the common ones. */
export const additionalProblems: Record<string, number[]> = {
  acceptScan: [409],
  approveRequest: [409],
  declineRequest: [409],
  markAnswer: [409],
  updateSettings: [409],
  cancelJob: [409],
  createToken: [409],
  patchToken: [409],
  createScan: [409],
  createComment: [409],
  editComment: [409],
  createTriageJob: [409],
  createView: [409],
  exportAudit: [422],
  exportFindings: [404, 422],
  findingFacets: [404, 422],
  findingGroups: [404, 422],
  findingTrend: [404, 422],
  overview: [404],
  keepFilter: [409],
  listAudit: [422],
  listFindings: [404, 422],
  listSecrets: [404, 422],
  mergeProject: [409],
  editTags: [409],
  createPolicy: [409],
  updatePolicy: [409],
  deletePolicy: [409, 422],
  editPolicyRules: [409],
  previewPolicyChange: [409],
  putBackModes: [409],
  setRuleText: [409],
  undoRuleRename: [409],
  renameProject: [409],
  splitProject: [409],
  undoProjectChange: [409],
  repeatSbomExport: [409],
  resolveMatch: [409],
  deleteRef: [404, 409],
  restoreRef: [409],
  restoreSource: [409],
  retireSource: [409],
  retrySbomExport: [409],
  setRuleMode: [409, 412],
  setRuleModes: [409],
  signIn: [401, 403, 429, 503],
  startSingleSignOn: [403, 404, 429, 503],
  signOutOfProvider: [403],
  createTeam: [409],
  patchTeam: [409],
  mapHandle: [409],
  setOwnerRule: [409],
  getCodeowners: [404],
  setCodeowners: [404],
  sendCodeowners: [404, 413, 415],
  createWebhook: [409],
  replayWebhookDelivery: [409],
  testWebhook: [409],
  setNotifications: [409],
  invitePerson: [409],
  patchPerson: [409],
  signOut: [403],
  triage: [409],
  exportVex: [404, 422, 429],
  importVex: [404, 413, 415],
  undoJob: [409],
  undoTriage: [409],
  updateView: [409],
}

/** Operations that return totals. */
export const operationsWithCount = new Set([
  'listFindings',
  'listProjects',
  'listSecrets',
  'scanChanges',
  'searchScans',
  'listGateVerdicts',
  'listDependencies',
  'listRepositoriesWithDependencies',
  'listLockfiles',
  'listAudit',
  'listSbomExports',
  'exportAudit',
  'exportFindings',
  'exportDependencies',
  'exportVex',
])
export const operationsWithLinks = new Set([
  'listFindings',
  'listProjects',
  'listSecrets',
  'scanChanges',
  'listGateVerdicts',
])
