import { expect, it } from 'vitest'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { upload } from '#server/scans/testing/upload.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'
const other = 'AKIAIOSFODNN7EXAMPLE'

/** A result of a scanner for secrets, which has the secret in every place where scanners put it. */
function matches(value: string, path: string, state: string, type = 'GitHub') {
  const lines = `token = "${value}"`
  return {
    check_id: 'generic.secrets.token',
    path,
    start: { line: 3, col: 10 },
    end: { line: 3, col: 10 + value.length },
    extra: {
      message: `A token ${value} was found.`,
      severity: 'ERROR',
      validation_state: state,
      fingerprint: `${path} ${value}`,
      lines,
      metavars: { $SECRET: { abstract_content: value } },
      metadata: { secret_type: type, technology: ['secrets'], category: 'security' },
    },
  }
}

const scan = async (service: TestService, results: object[], query: Record<string, string> = {}) => {
  const { status } = await upload(service, { version: '1.97.0', results, errors: [], paths: {} }, query)
  expect(status).toBe(201)
}

const groupsOf = async (service: TestService, query: Record<string, string> = {}) =>
  (await service.call(findingGroups, { query: { issue_type: 'secrets', group_by: 'secret', ...query } })).body
    .groups

it('the same secret is one group with every place and branch, by its salted hash, and is nowhere itself', async () => {
  const service = await startTestService()
  const first = service.clock.now
  await scan(service, [
    matches(token, 'ci/deploy.yml', 'CONFIRMED_VALID'),
    matches(token, 'env', 'CONFIRMED_VALID'),
  ])
  await scan(service, [matches(other, 'aws.ini', 'CONFIRMED_INVALID', 'AWS')], { project: 'acme/api' })
  service.clock.now += 3600_000
  await scan(service, [matches(token, 'ci/deploy.yml', 'CONFIRMED_VALID')], { ref: 'refs/heads/feature' })
  await scan(service, [matches(token, 'infra/main.tf', 'VALIDATION_ERROR')], { project: 'acme/infra' })

  const groups = await groupsOf(service)
  const now = new Date(service.clock.now).toISOString()
  expect(groups).toMatchObject([
    {
      ...{ title: 'GitHub', count: 4, projects: 2, refs: 3 },
      ...{ validation_state: 'VALIDATION_STATE_CONFIRMED_VALID', validated_at: now, last_seen: now },
      first_seen: new Date(first).toISOString(),
    },
    { title: 'AWS', count: 1, projects: 1, refs: 1, validation_state: 'VALIDATION_STATE_CONFIRMED_INVALID' },
  ])
  const [same] = groups
  expect(same?.value).toMatch(/^[0-9a-f]{64}$/)

  const places = await service.call(listSecrets, { query: `secret_hashes=${same?.value}&include=finding` })
  expect(
    places.body.findings.map(({ findingPath, ref, repository }) => [repository.name, ref, findingPath]),
  ).toEqual([
    ['acme/infra', 'refs/heads/main', 'infra/main.tf:3'],
    ['acme/shop', 'refs/heads/feature', 'ci/deploy.yml:3'],
    ['acme/shop', 'refs/heads/main', 'env:3'],
    ['acme/shop', 'refs/heads/main', 'ci/deploy.yml:3'],
  ])
  const detail = await service.call(getFinding, { path: { id: places.body.findings[0]?.id ?? '' } })
  expect(detail.body.secret).toMatchObject({
    ...{ type: 'GitHub', validation_state: 'VALIDATION_STATE_VALIDATION_ERROR', validated_at: now },
    ...{ hash: same?.value, other_places: 3 },
  })
  const files = await Promise.all(
    ['csv', 'json', 'sarif'].map((format) =>
      service.call(exportFindings, { query: { issue_type: 'secrets', format } }),
    ),
  )
  for (const { text } of [places, detail, ...files]) expect(text).not.toContain(token)
})

it('says of a secret when it was last checked, and follows it when it stops working', async () => {
  const service = await startTestService()
  await scan(service, [matches(token, 'env', 'CONFIRMED_VALID')])
  const before = new Date(service.clock.now).toISOString()
  service.clock.now += 24 * 3600_000
  await scan(service, [matches(token, 'env', 'CONFIRMED_INVALID')])
  const { findings } = (await service.call(listSecrets)).body
  expect(findings).toMatchObject([
    {
      validationState: 'VALIDATION_STATE_CONFIRMED_INVALID',
      validatedAt: new Date(service.clock.now).toISOString(),
      createdAt: before,
    },
  ])
  expect(await groupsOf(service)).toMatchObject([{ validation_state: 'VALIDATION_STATE_CONFIRMED_INVALID' }])
})

it('filters secrets by what they are, whether they work, and what was decided', async () => {
  const service = await startTestService()
  await scan(service, [
    matches(token, 'env', 'CONFIRMED_VALID'),
    matches(other, 'aws.ini', 'CONFIRMED_INVALID', 'AWS'),
    matches('hunter2hunter2', 'app.py', 'NO_VALIDATOR', 'Password'),
  ])
  const types = async (query: string) => {
    const { body, headers } = await service.call(listSecrets, { query })
    const facets = await service.call(findingFacets, { query: `issue_type=secrets&facet=status&${query}` })
    expect([query, headers['x-total-count']]).toEqual([query, String(facets.body.total)])
    return body.findings.map(({ type }) => type).sort()
  }
  expect(await types('')).toEqual(['AWS', 'GitHub', 'Password'])
  expect(await types('secret_types=AWS,Password')).toEqual(['AWS', 'Password'])
  expect(await types('validation_state=VALIDATION_STATE_CONFIRMED_VALID')).toEqual(['GitHub'])
  expect(await types('validation_state=VALIDATION_STATE_NO_VALIDATOR&secret_types=Password')).toEqual([
    'Password',
  ])
  expect(await types('q=aws')).toEqual(['AWS'])
  expect(await types('status=fixed')).toEqual([])
  const { facets } = (await service.call(findingFacets, { query: 'issue_type=secrets&secret_types=AWS' }))
    .body
  expect(facets['secret_types']).toHaveLength(3)
  expect(facets['validation_state']).toEqual([{ value: 'VALIDATION_STATE_CONFIRMED_INVALID', count: 1 }])
})
