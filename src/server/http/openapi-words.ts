import type { Operation } from '#contract/operation.ts'

/** What the whole API keeps to; Markdown. Source: API description and API decisions, "Rules for all operations". */
export const introduction = `Gatehouse keeps the results of code and supply-chain scanners, and the decisions that people make on them.

- **Authentication.** \`Authorization: Bearer <token>\` for programs; the dashboard signs in for a session cookie. Web API access must be enabled for a token.
- **Deployments.** The id and the slug of a deployment are accepted in either place of a path.
- **Ids** typed uint64 are decimal strings, without sign and leading zeros.
- **Lists in the query** repeat the key (\`repos=a&repos=b\`), use commas (\`repos=a,b\`) or brackets (\`repos[]=a\` or \`repos[0]=a\`, which never split at commas). A list takes at most as many values as its schema says. Values of one parameter are alternatives, different parameters all hold. A single-valued parameter that is repeated is 400.
- **Refs** are full names such as \`refs/heads/main\`; \`main\` is understood. Where one is asked for, \`_default\` stands for each project's primary branch.
- **Bodies.** \`null\` for an optional field means that it is not given, a single value where a list is expected is a list of one, \`1\` and \`0\` are true and false, an id may be a number. An id or name of the path that the body repeats must be the same (422).
- **Unknown parameters and fields** are ignored, and named in the header \`X-Ignored-Parameters\` of the answer; inside \`dependencyFilter\` an unknown field is 400.
- **Timestamps** are ISO 8601 in UTC with milliseconds.
- **Errors** are RFC 9457 \`application/problem+json\`. \`instance\` is the request id; \`errors\` names the faults of the input at once: the first 20, then how many more there are. A deployment that a token may not see is answered like one that is not there.
- **Totals.** Lists answer \`X-Total-Count\`, the exact number of all that match; paged ones also \`Link\`.
- **Caching.** JSON answers to GET carry an \`ETag\`; \`If-None-Match\` answers 304.
- **Marks.** \`x-mark\` says whether an operation is \`documented\` or \`named\` in the general description of such services, or an \`extension\` of Gatehouse; a service that lacks an extension answers 404, 405 or 501.`

/** The operations by what they are about, in the order in which people read them; told by their addresses. */
const groups: { name: string; description: string; paths: RegExp }[] = [
  {
    name: 'Findings',
    description: 'Code and supply-chain findings, and what people decided of them.',
    paths: /^(findings|triage|views|filters|jobs)\b/,
  },
  { name: 'Secrets', description: 'Leaked credentials; never the credential itself.', paths: /^secrets\b/ },
  {
    name: 'Projects',
    description: 'Scanned repositories, their tags, refs and sources.',
    paths: /^(projects|tags|refs|sources)\b/,
  },
  { name: 'Scans', description: 'What ran, when, and what it found.', paths: /^scans?\b/ },
  {
    name: 'Policies',
    description: 'Rules, and what their findings do to a pull request.',
    paths: /^(policies|rules)\b/,
  },
  { name: 'Dependencies', description: 'Packages of the primary branches.', paths: /^dependencies\b/ },
  { name: 'SBOM exports', description: 'Software bills of materials as files.', paths: /^sbom\b/ },
  {
    name: 'Deployment',
    description: 'Tokens, the audit log and events of one deployment.',
    paths: /^(tokens|audit|events)\b/,
  },
  { name: 'Service', description: 'Who asks, sessions, and what this service can do.', paths: /^/ },
]

export const tags = groups.map(({ name, description }) => ({ name, description }))

/** The group of an operation. */
export function tagOf({ path }: Pick<Operation, 'path'>): string {
  const rest = path.replace(/^\/api\/v1\//, '').replace(/^deployments\/\{\w+\}\//, '')
  return groups.find((group) => group.paths.test(rest))?.name ?? 'Service'
}

/** Answers other than success that an operation has beside the usual ones. */
export const moreProblems: Record<string, number[]> = {
  acceptScan: [409],
  cancelJob: [409],
  createToken: [409],
  createTriageJob: [409],
  createView: [409],
  exportAudit: [422],
  exportFindings: [404, 422],
  findingFacets: [404, 422],
  findingGroups: [404, 422],
  findingTrend: [404, 422],
  keepFilter: [409],
  listAudit: [422],
  listFindings: [404, 422],
  listSecrets: [404, 422],
  putBackModes: [409],
  repeatSbomExport: [409],
  resolveMatch: [409],
  restoreSource: [409],
  retireSource: [409],
  retrySbomExport: [409],
  setRuleMode: [412],
  setRuleModes: [409],
  signIn: [401, 403, 429],
  signOut: [403],
  triage: [409],
  undoJob: [409],
  undoTriage: [409],
  updateView: [409],
}

/** Operations that answer totals. */
export const counted = new Set([
  'listFindings',
  'listProjects',
  'listSecrets',
  'scanChanges',
  'searchScans',
  'listDependencies',
  'listRepositoriesWithDependencies',
  'listLockfiles',
  'listAudit',
  'listSbomExports',
  'exportAudit',
  'exportFindings',
  'exportDependencies',
])
export const linked = new Set(['listFindings', 'listProjects', 'listSecrets', 'scanChanges'])
