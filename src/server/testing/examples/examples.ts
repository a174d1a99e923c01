import { sql } from 'kysely'
import { restoreSource, retireSource } from '#contract/operations/sources.ts'
import { triage } from '#contract/operations/triage.ts'
import { keepFilter } from '#contract/operations/views.ts'
import { jsonInteger } from '#server/db/sql.ts'
import { rowsOf } from '../rows.ts'
import type { CallOptions } from '../service.ts'
import { approvalExamples } from './approval-examples.ts'
import { commentExamples } from './comment-examples.ts'
import { type Example, withJob } from './example.ts'
import {
  decision,
  lastPolicyChange,
  makeHeldScan,
  makeJob,
  makeMatch,
  makeRename,
  makeRunningJob,
  makeSession,
  makeToken,
  makeVex,
  makeView,
  type Place,
  project,
  sourceIn,
} from './example-fixtures.ts'
import { gateExamples } from './gate-examples.ts'
import { peopleExamples } from './people-examples.ts'
import { modesOfRules, policyExamples } from './policy-examples.ts'
import { projectExamples } from './project-examples.ts'
import { sbomExamples } from './sbom-examples.ts'
import { webhookExamples } from './webhook-examples.ts'

const query = (request: CallOptions['query']): Example => ({ request: () => ({ query: request ?? '' }) })
const body = (request: object): Example => ({ request: () => ({ body: request }) })

const wholeBody = 'it writes out all there is'
const policyPath = 'the rules of a policy are read whole, counted and put in order'

/** The id of the event of an action that tells of the most findings. */
async function eventWith(
  { services }: Place['service'],
  deploymentId: number,
  action: string,
): Promise<number> {
  const { id } = await services.database.read
    .selectFrom('audit_event')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('action', '=', action)
    .orderBy(sql`coalesce(${jsonInteger(sql.ref('detail_json'), 'count')}, 0)`, 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

const findingFilters: [as: string, asked: Record<string, string | number | boolean>][] = [
  ['as they come', {}],
  // A page that is full in a small organisation, too.
  ['of a status and severity', { status: 'open', severities: 'medium,high,critical' }],
  ['of a text', { q: 'request' }],
  ['each flaw once', { dedup: true }],
  ['by severity', { sort: '-severity' }],
  ['far down', { page: 2 }],
  ['with marks', { include: 'marks' }],
  ['of dependencies', { issue_type: 'sca', transitivities: 'direct' }],
]

/** A request or several of every operation of the contract, by its id. */
export const examples: Record<string, Example | readonly Example[]> = {
  getMe: {},
  ping: {},
  getCapabilities: {},
  getOpenApi: {},
  signOut: {},
  signIn: { request: async (place) => ({ body: { token: (await makeToken(place)).secret }, token: null }) },
  listSessions: { request: async (place) => ({ token: (await makeSession(place)).secret }) },
  endSession: {
    request: async (place) => {
      const { secret, id } = await makeSession(place)
      return { path: { id }, token: secret }
    },
  },
  listDeployments: {},
  getService: {},
  createDeployment: {},
  getSettings: {},
  updateSettings: body({ ticketUrlTemplate: 'https://tickets.example/{title}' }),
  previewRetention: {
    ...query({ scans: 90, history: 365 }),
    grows: 'it reads what all findings refer to, if there are old scans',
  },
  previewDueDates: body({
    dueDates: { days: { critical: 7, high: 30, medium: 90, low: null }, tags: [] },
  }),
  streamEvents: { method: 'HEAD' },

  ...peopleExamples,
  ...webhookExamples,
  ...approvalExamples,
  ...commentExamples,
  listTokens: {},
  createToken: { request: () => ({ body: { name: `made ${crypto.randomUUID()}`, role: 'viewer' } }) },
  patchToken: {
    request: async (place) => ({
      path: { id: (await makeToken(place)).token.id },
      body: { name: `other ${crypto.randomUUID()}` },
    }),
  },
  revokeToken: { request: async (place) => ({ path: { id: (await makeToken(place)).token.id } }) },

  listAudit: [
    { as: 'as it comes' },
    { as: 'with its facets', ...query({ include: 'facets' }), grows: 'it counts every event' },
  ],
  listAuditFindings: {
    request: async ({ service, at }) => ({
      path: { eventId: await eventWith(service, at.deploymentId, 'findings.triaged') },
      query: { limit: 3 },
    }),
  },
  exportAudit: { grows: wholeBody },

  listFindings: findingFilters.map(([as, request]) => ({ as, ...query({ page_size: 100, ...request }) })),
  findingFacets: [
    { as: 'all', ...query({}) },
    { as: 'of dependencies', ...query({ issue_type: 'sca', status: 'open' }) },
    { as: 'one searched', ...query({ facet: 'rules', facet_q: 'a' }) },
  ],
  findingTrend: query({ days: 30, status: 'open' }),
  overview: {
    ...query({ period: '30d' }),
    statements: 32,
    grows: 'it names up to eight projects, ten rules and eight scans',
  },
  acceptedRisks: query({ page_size: 3 }),
  listActivity: query({ limit: 5 }),
  getFinding: (['sast', 'sca', 'secret'] as const).map((type) => ({
    as: type,
    request: (place) => ({ path: { id: place[type] } }),
    statements: 20,
  })),
  findingGroups: (['rules', 'repos', 'path'] as const).map((group_by) => ({
    as: group_by,
    ...query({ group_by, page_size: 20 }),
  })),
  exportFindings: (['csv', 'json', 'sarif'] as const).map((format) => ({
    as: format,
    ...query({ format }),
    grows: wholeBody,
  })),
  patchFinding: {
    request: ({ sast }) => ({
      path: { id: sast },
      body: { external_ticket: { url: 'https://tickets.example/7', externalSlug: 'T-7' } },
    }),
    statements: 33,
  },
  listSecrets: [
    { as: 'as they come', ...query({ limit: 5 }) },
    { as: 'with the finding', ...query({ limit: 5, include: 'finding' }) },
  ],

  listViews: query({ page: 'code' }),
  createView: {
    request: () => ({ body: { name: `made ${crypto.randomUUID()}`, page: 'code', query: 'status=open' } }),
  },
  updateView: {
    request: async (place) => ({
      path: { viewId: await makeView(place) },
      body: { name: `other ${crypto.randomUUID()}` },
    }),
  },
  deleteView: { request: async (place) => ({ path: { viewId: await makeView(place) } }) },
  keepFilter: { request: () => ({ body: { query: `q=${crypto.randomUUID()}` } }) },
  getKeptFilter: {
    request: async ({ service, at }) => {
      const kept = await service.call(keepFilter, { path: at, body: { query: 'q=a' } })
      return { path: { filterId: kept.body.id } }
    },
  },

  triage: [
    ...(['sast', 'sca', 'secrets'] as const).map((type) => ({
      as: `one of ${type}`,
      request: (place: Place) => ({ body: decision(place, type) }),
    })),
    {
      as: 'fifty of a filter',
      ...body({ issue_type: 'sast', status: 'open', limit: 50, new_note: 'seen' }),
      statements: 20,
    },
  ],
  resolveMatch: [
    { as: 'another one', request: makeMatch('candidate', 'changed', false), statements: 24 },
    { as: 'the one on offer', request: makeMatch('candidate', 'changed', true), statements: 51 },
    { as: 'confirmed', request: makeMatch('match', 'renamed', true) },
    { as: 'undone', request: makeMatch('match', 'renamed', false), statements: 40 },
    { as: 'not that of another ref', request: makeMatch('match', 'similar_code', false), statements: 25 },
  ],
  undoTriage: {
    statements: 20,
    request: async (place) => {
      const { service, at } = place
      const { change_id } = (await service.call(triage, { path: at, body: decision(place) })).body
      return { path: { change_id: String(change_id) } }
    },
  },
  listTriageChanges: [
    { as: 'of all', ...query({ limit: 5 }) },
    { as: 'of one person', ...query({ limit: 5, mine: true }) },
  ],
  createTriageJob: [
    {
      as: 'looked at before',
      request: (place) => ({ query: 'preview=true', body: decision(place, 'sca') }),
    },
    {
      as: 'begun',
      request: (place) => ({ body: { ...decision(place, 'sca'), expected_count: 1 } }),
      statements: withJob,
    },
  ],
  listJobs: {
    request: async (place) => {
      await makeJob(place)
      return { query: { limit: 5 } }
    },
  },
  getJob: { request: makeJob },
  cancelJob: { request: makeRunningJob },
  undoJob: { request: makeJob, statements: withJob },

  listProjects: [
    { as: 'as they come', ...query({ page_size: 5 }) },
    {
      as: 'with all that their page shows',
      ...query({ page_size: 5, include: 'summary,facets', sort: '-open' }),
      statements: 27,
      grows: 'what is open is counted for each project, to order them by it',
    },
    {
      as: 'filtered',
      ...query({ q: 'e', managed: false, no_primary: false, policy_ids: '1', sort: '-latest_scan_at' }),
    },
  ],
  getProject: [
    { as: 'alone', request: (place) => project(place) },
    { as: 'with its summary', request: (place) => project(place, { query: { include: 'summary' } }) },
  ],
  patchProject: {
    request: (place) => project(place, { body: { managed_scan_config: { full_scan: { enabled: true } } } }),
  },
  deleteProject: { request: (place) => project(place), statements: 28 },
  ...projectExamples,
  listRefs: { request: (place) => ({ query: { repository_id: place.project.id } }) },
  listTags: {},
  addTags: { request: (place) => project(place, { body: ['new'] }), grows: modesOfRules },
  removeTags: { request: (place) => project(place, { query: { tags: 'new' } }), grows: modesOfRules },
  editTags: {
    request: (place) => ({ body: { projects: [place.project.name], add: ['other'] } }),
    grows: modesOfRules,
  },

  listSources: { request: ({ project: { name } }) => ({ query: { repo: name } }) },
  retireSource: {
    request: async (place) => {
      const source = await sourceIn(place)
      await place.service.call(restoreSource, { ...source, path: place.at })
      return source
    },
    statements: 30,
  },
  restoreSource: {
    request: async (place) => {
      const source = await sourceIn(place)
      await place.service.call(retireSource, { ...source, path: place.at })
      return source
    },
    statements: 33,
  },

  createScan: (['', '9f2c1ab'] as const).map((commit) => ({
    as: commit ? 'of a commit' : 'of no commit',
    request: ({ project: { name } }) => ({
      query: { project: name, ref: 'refs/heads/brand-new', ...(commit ? { commit } : {}) },
      body: Buffer.from(JSON.stringify({ version: '1.97.0', results: [], errors: [], paths: {} })),
    }),
    // With rules of owners, which another example has set.
    statements: 64,
  })),
  getScan: [
    { as: 'alone', request: ({ scan }) => ({ path: { scanId: scan } }) },
    {
      as: 'with its summary',
      request: ({ scan }) => ({ path: { scanId: scan }, query: { include: 'summary' } }),
    },
  ],
  scanChanges: (['new', 'new_in_project', 'fixed', 'reopened', 'moved', 'uncertain'] as const).map(
    (what) => ({
      as: what,
      request: ({ scan }) => ({ path: { scanId: scan }, query: { what, page_size: 20 } }),
    }),
  ),
  acceptScan: { request: makeHeldScan, statements: 63 },
  getImport: {
    request: async ({ service: { services, clock }, at }) => ({
      path: { importId: await rowsOf(services.database, at.deploymentId, clock.now).importJob() },
    }),
  },
  ...gateExamples,
  search: query({ q: 'cve-2021', limit: 2 }),
  searchScans: [
    { as: 'as they come', ...body({ limit: 20 }) },
    { as: 'of a project', request: ({ project: { name } }) => ({ body: { limit: 20, repos: [name] } }) },
    { as: 'that are done', ...body({ limit: 20, statuses: ['SCAN_STATUS_COMPLETED'] }) },
  ],
  scanFacets: { ...body({}), grows: 'it counts every scan of the search, from an index alone' },
  scanDurations: { ...body({}), grows: 'it goes through every scan of the search, from an index alone' },

  listPolicies: [
    { as: 'alone' },
    {
      as: 'with counts',
      ...query({ include: 'counts' }),
      grows: 'the mode of every rule, read once after a change of rules or modes',
    },
  ],
  getPolicy: [
    {
      as: 'alone',
      request: ({ policy }) => ({ path: { policyId: policy }, query: { limit: 20 } }),
      grows: policyPath,
    },
    {
      as: 'with all that its page shows',
      request: ({ policy }) => ({
        path: { policyId: policy },
        query: { limit: 20, include: 'counts,facets' },
      }),
      grows: policyPath,
    },
  ],
  ...policyExamples,
  policyHistory: { request: ({ policy }) => ({ path: { policyId: policy }, query: { limit: 5 } }) },
  getPolicyChange: { request: async (place) => ({ path: await lastPolicyChange(place) }) },
  setRuleMode: {
    request: ({ policy, rule }) => ({
      path: { policyId: policy },
      body: { rulePath: rule, policyMode: 'MODE_BLOCK' },
    }),
  },
  setRuleModes: {
    request: ({ policy, rule }) => ({
      path: { policyId: policy },
      body: { rulePaths: [rule], policyMode: 'MODE_COMMENT' },
    }),
  },
  setRuleText: {
    request: ({ rule }) => ({
      path: { rulePath: rule },
      body: { fixed: { severity: 'SEVERITY_HIGH' }, note: 'As rated by us' },
    }),
  },
  putBackModes: { request: async (place) => ({ path: await lastPolicyChange(place), body: {} }) },
  undoRuleRename: { request: makeRename, statements: 30 },
  listRules: query({ q: 'a', limit: 20 }),

  listDependencies: [
    { as: 'as they come', ...body({ pageSize: 50 }) },
    {
      as: 'of a package below a version',
      ...body({
        pageSize: 5,
        dependencyFilter: { packageFilters: [{ name: 'lodash', versionUpperBound: '<4.17.21' }] },
      }),
    },
  ],
  listRepositoriesWithDependencies: body({ pageSize: 5 }),
  listLockfiles: {
    request: ({ project: { id } }) => ({ path: { repositoryId: id }, body: { pageSize: 5 } }),
  },
  dependencyFacets: { ...body({}), grows: 'up to a hundred projects are named' },
  dependencyGroups: body({ pageSize: 20 }),
  dependencyLicenses: body({}),
  exportDependencies: { ...body({}), grows: wholeBody },
  exportVex: (['openvex', 'cyclonedx', 'csaf', 'trivyignore', 'osv-scanner'] as const).map((format) => ({
    as: format,
    request: ({ project: { name } }) => ({ query: { project: name, format, undecided: true } }),
  })),
  importVex: { request: makeVex, statements: 32, grows: 'it reads what the project has' },

  ...sbomExamples,
}
