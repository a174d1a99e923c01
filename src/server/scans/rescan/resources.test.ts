import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { getFinding } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { codeFindings } from '../testing/upload.ts'
import { type ResourceMatch, resourceFormats } from './testing/formats/resources.ts'
import { main, PlainProject } from './testing/plain-project.ts'
import { detailsOf } from './testing/rows.ts'

const [a, b, c] = ['aws_s3_bucket.logs', 'aws_s3_bucket.customers', 'module.web.aws_s3_bucket.assets']
const block = '  acl = "public-read"'
/** Two buckets of one rule with the same code, of which the first is ignored. */
const both: ResourceMatch[] = [
  { resource: a, line: 2, code: block },
  { resource: b, line: 12, code: block },
]
const first = both.slice(0, 1)
const pull = { ref: 'refs/pull/7/merge' }

/** Lets a rule block pull requests. */
async function blockRule({ service }: PlainProject, rulePath: string) {
  const { policies } = (await service.call(listPolicies)).body
  const changes = [{ rulePath, policyMode: 'MODE_BLOCK' }]
  await service.call(setRuleModes, { path: { policyId: policies[0]?.id ?? '' }, body: { changes } })
}

describe.each(resourceFormats)('$name', ({ write }) => {
  async function decided(matches: readonly ResourceMatch[], place = 'main.tf:2') {
    const project = await PlainProject.start()
    await project.scan(write(matches))
    await project.ignore(place)
    return project
  }

  test('the resource is in the answer', async () => {
    const project = await decided(both)
    const rows = await codeFindings(project.service)
    expect(rows.map(({ resource, location }) => `${location?.line} ${resource}`).sort()).toEqual([
      `12 ${b}`,
      `2 ${a}`,
    ])
  })

  test('the ignored resource is deleted, and a new one has its code → it is open, with the offer', async () => {
    const project = await decided(both)
    const old = (await project.rows()).find(({ status }) => status === 'ignored')
    await project.scan(
      write([
        { resource: b, line: 2, code: block },
        { resource: c, line: 12, code: block },
      ]),
    )
    expect(await project.there()).toEqual(['main.tf:12 open uncertain', 'main.tf:2 open'])
    const added = (await project.rows()).find(({ uncertain }) => uncertain)
    const { matches } = await detailsOf(project.service, added?.id ?? 0)
    expect(matches).toEqual([
      expect.objectContaining({ kind: 'candidate', other: expect.objectContaining({ id: old?.id }) }),
    ])
  })

  test('the resources change places → each keeps its own', async () => {
    const project = await decided(both)
    await project.scan(
      write([
        { resource: b, line: 2, code: block },
        { resource: a, line: 12, code: block },
      ]),
    )
    expect(await project.there()).toEqual(['main.tf:12 ignored', 'main.tf:2 open'])
  })

  test('one of two resources is deleted, the other one moves to its place → it is open', async () => {
    const project = await decided(both)
    await project.scan(write([{ resource: b, line: 2, code: block }]))
    expect(await project.there()).toEqual(['main.tf:2 open'])
    await project.scan(write(both))
    expect(await project.there()).toEqual(['main.tf:12 open', 'main.tf:2 ignored'])
  })

  test('the resource is renamed, its code with it → it is open, with the offer', async () => {
    const project = await decided([{ resource: a, line: 2, code: 'resource "aws_s3_bucket" "logs" {' }])
    await project.scan(write([{ resource: b, line: 90, code: 'resource "aws_s3_bucket" "customers" {' }]))
    expect(await project.there()).toEqual(['main.tf:90 open uncertain'])
  })

  test('the code of the resource changes and moves → the decision is kept', async () => {
    const project = await decided(both)
    await project.scan(
      write([
        { resource: b, line: 3, code: block },
        { resource: a, line: 70, code: '  acl = var.acl' },
      ]),
    )
    expect(await project.there()).toEqual(['main.tf:3 open', 'main.tf:70 ignored'])
  })

  test('the resource moves to a file that was there before → the decision is kept', async () => {
    const other: ResourceMatch = { resource: c, path: 'logs.tf', line: 4, code: '  other = true' }
    const project = await decided([...both, other])
    await project.scan(
      write([
        { resource: b, line: 2, code: block },
        other,
        { resource: a, path: 'logs.tf', line: 9, code: block },
      ]),
    )
    expect(await project.there()).toEqual(['logs.tf:4 open', 'logs.tf:9 ignored', 'main.tf:2 open'])
  })

  test('the file is renamed → each resource keeps its own', async () => {
    const project = await decided(both)
    await project.scan(write(both.map((match) => ({ ...match, path: 'infra/buckets.tf' }))))
    expect(await project.there()).toEqual(['infra/buckets.tf:12 open', 'infra/buckets.tf:2 ignored'])
  })

  test('the file is deleted, and another one has another resource with its code → it is open, with the offer', async () => {
    const project = await decided(first)
    await project.scan(write([{ resource: b, path: 'other.tf', line: 2, code: block }]))
    expect(await project.there()).toEqual(['other.tf:2 open uncertain'])
  })

  test('several results about the ignored resource, and one more → they are told apart by their code', async () => {
    const lines = ['  from_port = 22', '  from_port = 80', '  from_port = 443']
    const of = (resource: string, at: number, count: number): ResourceMatch[] =>
      lines.slice(0, count).map((code, index) => ({ resource, line: at + index, code }))
    const project = await decided([...of(a, 2, 2), ...of(b, 12, 2)])
    await project.scan(write([...of(b, 2, 2), ...of(a, 12, 3)]))
    expect(await project.there()).toEqual([
      ...['main.tf:12 ignored', 'main.tf:13 open', 'main.tf:14 open'],
      ...['main.tf:2 open', 'main.tf:3 open'],
    ])
  })

  test('the scanner did not name resources before → decisions are kept, and resources tell them apart from then on', async () => {
    const unnamed = both.map(({ resource: _, ...match }) => match)
    const project = await decided(unnamed)
    await project.scan(write(both.map((match) => ({ ...match, line: (match.line ?? 0) + 30 }))))
    expect(await project.there()).toEqual(['main.tf:32 ignored', 'main.tf:42 open'])
    await project.scan(
      write([
        { resource: b, line: 2, code: block },
        { resource: a, line: 12, code: block },
      ]),
    )
    expect(await project.there()).toEqual(['main.tf:12 ignored', 'main.tf:2 open'])
  })

  test('a pull request adds a resource with the code of an ignored one → it is open there', async () => {
    const project = await decided(first)
    await project.scan(write(both), pull)
    expect(await project.there(pull.ref)).toEqual(['main.tf:12 open', 'main.tf:2 ignored'])
  })

  test('a pull request replaces the ignored resource by one with its code → it is open, and new for the gate', async () => {
    const project = await decided(first)
    const commit = 'f'.repeat(40)
    await project.scan(write([{ resource: b, line: 2, code: block }]), { ...pull, commit })
    expect(await project.there(pull.ref)).toEqual(['main.tf:2 open uncertain'])
    await blockRule(project, 'CKV_AWS_18')
    const { body } = await project.service.call(getGate, {
      path: { projectName: project.name },
      query: { commit },
    })
    expect(body.findings.map(({ cause }) => cause)).toEqual(['new'])
  })

  test('a person says that a new resource is the ignored one → it is ignored, also at the next scan', async () => {
    const project = await decided(first)
    await project.scan(write([{ resource: b, line: 2, code: block }]))
    const [added] = (await project.rows()).filter(({ uncertain }) => uncertain)
    const id = added?.id ?? 0
    const [match] = z.parse(
      z.object({ matches: z.array(z.object({ id: z.string() })) }),
      (await project.service.call(getFinding, { path: { id } })).body,
    ).matches
    const body = { same: true }
    await project.service.call(resolveMatch, { path: { id, matchId: match?.id ?? '' }, body })
    expect(await project.there()).toEqual(['main.tf:2 ignored'])
    await project.scan(write([{ resource: b, line: 5, code: '  acl = var.acl' }]))
    expect(await project.there()).toEqual(['main.tf:5 ignored'])
  })
})

test.each(resourceFormats)(
  '$name: a resource is fixed, and comes back with other code → it is ignored',
  async ({ write }) => {
    const project = await PlainProject.start()
    await project.scan(write(both))
    await project.ignore('main.tf:2')
    await project.scan(write(both.slice(1)))
    await project.scan(write([{ resource: a, line: 40, code: '  acl = var.acl' }, ...both.slice(1)]))
    expect(await project.there(main)).toEqual(['main.tf:12 open', 'main.tf:40 ignored'])
  },
)
