import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as dependencies from '#contract/dependencies.ts'
import type { Operation } from '#contract/operation.ts'
import * as policies from '#contract/policies.ts'
import * as projects from '#contract/projects.ts'
import * as sbom from '#contract/sbom.ts'
import * as secrets from '#contract/secrets.ts'
import * as settings from '#contract/settings.ts'
import * as tags from '#contract/tags.ts'
import * as triage from '#contract/triage.ts'
import * as views from '#contract/views.ts'
import { exportsSettled } from '../sbom/public.ts'
import { rowsOf } from './rows.ts'
import { startTestService } from './service.ts'

const tried: Operation[] = [
  projects.listProjects,
  projects.getProject,
  tags.addTags,
  tags.removeTags,
  projects.patchProject,
  tags.listTags,
  projects.listRefs,
  policies.listPolicies,
  policies.setRuleMode,
  dependencies.listDependencies,
  dependencies.listRepositoriesWithDependencies,
  dependencies.listLockfiles,
  dependencies.dependencyFacets,
  dependencies.dependencyGroups,
  dependencies.dependencyLicenses,
  dependencies.exportDependencies,
  secrets.listSecrets,
  sbom.exportSbom,
  sbom.listSbomExports,
  sbom.getSbomExport,
  sbom.retrySbomExport,
  sbom.repeatSbomExport,
  sbom.describeSbom,
  sbom.downloadSbom,
  triage.createTriageJob,
  triage.listJobs,
  triage.getJob,
  triage.cancelJob,
  triage.undoJob,
  triage.listTriageChanges,
  views.listViews,
  views.createView,
  views.updateView,
  views.deleteView,
  settings.updateSettings,
]

/** What people and scripts send by mistake, and what attackers send on purpose. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '18446744073709551615',
    '18446744073709551616',
    'null',
    '__none',
  ),
  fc.constantFrom(
    'acme/shop',
    'main',
    '1',
    '%',
    '_',
    "'; drop table project; --",
    '../..',
    '\u0000',
    '\uFFFF',
    '\\',
  ),
  fc.constantFrom(
    'MODE_BLOCK',
    'python.flask.debug-on',
    'FINDING_STATUS_REMOVED',
    'older_than:9999',
    'true',
    '🙂',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 2 ** 53, 1e308, [], {}),
  fc.array(oddText, { maxLength: 4 }),
  fc.array(fc.integer(), { maxLength: 4 }),
)

/** Names that the operation reads, so that the odd values get past the first check. */
function namesOf(operation: Operation): string[] {
  const shape: unknown = operation.body && Reflect.get(operation.body._zod.def, 'shape')
  return [
    ...Object.keys(shape ?? {}),
    'tags',
    'name',
    'exactVersion',
    'versionLowerBound',
    'versionUpperBound',
    'ecosystem',
    'missing',
    'facet_q',
    'license',
    'version',
    '__proto__',
    'constructor',
  ]
}

/** Bodies of the right form, so that odd texts reach the database and the files. */
const shaped = fc.oneof(
  fc.record({ policyMode: fc.constantFrom('MODE_BLOCK', 'MODE_MONITOR'), rulePath: oddText }),
  fc.record({ tags: fc.array(oddText, { maxLength: 3 }) }),
  fc.record({ primary_branch: oddText }),
  fc.record({ name: oddText, page: fc.constantFrom('code', 'secrets'), query: oddText, group: oddText }),
  fc.record({ issue_type: fc.constantFrom('sast', 'secrets'), q: oddText, new_note: oddText }),
  fc.record({ ticketUrlTemplate: oddText.map((text) => `https://tickets.example/${text}`) }),
  fc.record({
    facet: fc.constantFrom('license', 'repositoryId'),
    facet_q: oddText,
    dependencyFilter: fc.record({
      packageFilters: fc.array(
        fc.record({
          name: oddText,
          ecosystem: fc.constantFrom('npm', 'pypi', 'maven', 'gem', 'gomod', 'nuget', '__proto__'),
          versionLowerBound: fc.oneof(oddText, fc.constantFrom('>1', '1.0')),
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({
    repositoryId: fc.constantFrom('1', '2'),
    componentVersion: oddText,
    metadataSupplier: fc.record({ name: oddText, contact: fc.record({ phone: oddText }) }),
  }),
)

function bodyOf(operation: Operation): fc.Arbitrary<unknown> {
  const fields = fc.dictionary(fc.constantFrom(...namesOf(operation)), oddValue, { maxKeys: 5 })
  const filter = fc.record({ dependencyFilter: fields, cursor: oddValue }, { requiredKeys: [] })
  const packages = fc
    .array(fields, { maxLength: 3 })
    .map((list) => ({ dependencyFilter: { packageFilters: list } }))
  return fc.oneof(
    shaped,
    fields,
    filter,
    packages,
    fc.array(oddText, { maxLength: 5 }),
    fc.json().map((text) => JSON.parse(text)),
  )
}

describe.each(tried.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  it('answers whatever is sent, and never fails inside', async () => {
    const service = await startTestService()
    const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
    const project_id = rows.project()
    const ref_id = rows.ref({ project_id })
    rows.scan({ project_id, ref_id })
    rows.dependency({ project_id, lockfile_id: rows.lockfile({ project_id, ref_id }) })
    const rule_id = rows.rule()
    rows.policyRule({ policy_id: 1, rule_id })
    rows.finding({ project_id, ref_id, rule_id, type: 2 })

    const path = fc.oneof(
      fc.constant(undefined),
      oddText.filter((text) => text !== '' && text.isWellFormed()),
    )
    const known: Record<string, string> = { projectName: 'acme/shop', policyId: '1', repositoryId: '1' }
    const query = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(operation.query ?? {}), 'other'), oddText),
      {
        maxLength: 4,
      },
    )
    const body = operation.body ? bodyOf(operation) : fc.constant(undefined)
    await fc.assert(
      fc.asyncProperty(path, query, body, async (value, pairs, sent) => {
        const filled = operation.path
          .replace(/\{deployment\w+\}/, 'main')
          .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value ?? known[name] ?? 'x'))
        const asked = new URLSearchParams(pairs.map(([name, text]) => [name, text.toWellFormed()]))
        const answer = await service.send(operation.method, `${filled}?${asked}`, { body: sent })
        expect([answer.status, answer.text.slice(0, 200)]).toSatisfy(
          ([status]: [number]) => (status >= 200 && status < 500) || status === 501,
        )
        if (answer.status >= 400) expect(answer.headers['content-type']).toContain('application/problem+json')
      }),
      { numRuns: 60 },
    )
    await exportsSettled(service.services)
  })
})
