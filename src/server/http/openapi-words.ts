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

const project = 'Repository name `<org>/<repo>`, or deeper; the slash raw or as `%2F`.'

/** What path parameters mean. */
export const pathWords: Record<string, string> = {
  deploymentId: 'Deployment, by id or slug.',
  deploymentSlug: 'Deployment, by slug or id.',
  projectName: project,
  taskToken: 'Token of an export job.',
  downloadToken: 'Token of a short-lived link.',
  rulePath: 'Full dotted path of a rule.',
  matchId: 'Id of a match, as the detail of the finding has it.',
}

interface Words {
  description?: string
  default?: unknown
}

/** What query parameters mean, by name, and by operation and name where they differ. */
export const queryWords: Record<string, Words> = {
  after: { description: 'Rows after the one with this id, in place of `page`.' },
  autotriage_verdict: { description: 'Verdict of the assistant. Code findings only.' },
  categories: { description: 'Code findings only.' },
  click_to_fix_pr_state: { description: 'State of a fix pull request.' },
  confidence: { description: 'Code findings only.' },
  cursor: { description: 'Cursor of the answer before; without one the first page.' },
  dedup: { description: 'One finding for each fingerprint and repository across refs.', default: false },
  epss_min: { description: 'Least EPSS score, from 0 to 1.' },
  exposures: { description: 'Reachability. Supply-chain findings only.' },
  filter: { description: 'Id of a kept filter.' },
  include: { description: 'What the answer shall carry besides.' },
  is_malicious: {
    description: 'Findings of malicious dependencies, or all others. Supply-chain findings only.',
  },
  issue_type: { description: 'Code (`sast`) or supply chain (`sca`).', default: 'sast' },
  limit: { description: 'Rows of a page.' },
  managed: { description: 'Whether full or diff scans are managed.' },
  mine: { description: 'Only those of the one who asks.' },
  no_primary: { description: 'Projects without a primary branch.' },
  last_scan: { description: '`never`, `failed`, `running`, or `older_than:<days>`.' },
  page: { description: 'Page, from 0.', default: 0 },
  page_size: { description: 'Rows of a page.', default: 100 },
  path: { description: 'Beginning of a path, or a pattern with `*`.' },
  policies: { description: 'Mode of the rule in its policy: monitor, comment, block.' },
  primary_ref: { description: 'Findings of primary branches.' },
  project_tags: { description: 'Tags of the project; `__none` for none.' },
  q: { description: 'Text to search for.' },
  ref: { description: 'Branch ref.' },
  rules: { description: 'Full rule names. Code findings only.' },
  since: { description: 'Epoch seconds: detected or reintroduced from then on.' },
  transitivities: { description: 'Supply-chain findings only.' },
  triage_reasons: { description: 'Reason of ignored findings.' },
  uncertain: {
    description: 'Findings that may be the same as a triaged one, and nobody said whether they are.',
  },
  until: { description: 'Epoch seconds: detected or reintroduced before.' },
  what: { description: 'Which list; required.' },
  'listSecrets.limit': { description: 'Rows of a page.', default: 100 },
  'listSecrets.since': { description: 'ISO 8601: detected or reintroduced from then on.' },
  'listSecrets.repo': { description: 'Repository names.' },
  'listSources.repo': { description: 'Repository name; required.' },
  'getPolicy.confidence': {},
  'getPolicy.q': { description: 'Text in path or title.' },
  'getPolicy.limit': { description: 'Rules of a page.', default: 500 },
  'getPolicy.sort': { description: 'Order; `-` for descending.', default: 'path' },
  'listProjects.q': { description: 'Text in the name.' },
  'listProjects.sort': { description: 'Order; `-` for descending.', default: 'name' },
  'removeTags.tags': { description: 'Tags to remove; required.' },
  'createScan.format': {
    description: 'The format of the file; told by its own marks where left out.',
  },
  'listRefs.q': { description: 'Text in the name. At most 1000 refs are answered.' },
}

/** Answers other than success that an operation has beside the usual ones. */
export const moreProblems: Record<string, number[]> = {
  setRuleMode: [412],
  setRuleModes: [409],
  putBackModes: [409],
  triage: [409],
  undoTriage: [409],
  resolveMatch: [409],
  retireSource: [409],
  restoreSource: [409],
  createTriageJob: [409],
  retrySbomExport: [409],
  signIn: [401, 429],
}

/** Operations that answer totals. */
export const counted = new Set([
  'listFindings',
  'listProjects',
  'listSecrets',
  'scanChanges',
  'listDependencies',
  'listRepositoriesWithDependencies',
  'listLockfiles',
])
export const linked = new Set(['listFindings', 'listProjects', 'scanChanges'])
