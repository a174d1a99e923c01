import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/engine.ts'
import { dataFolder, gatehouse, serveFor } from '../testing/command-line.ts'

const day = ['--now', '2026-01-10T00:00:00Z']

/** What tells two made-up organisations apart. */
async function madeIn(folder: string) {
  const database = await openDatabase(join(folder, 'gatehouse.db'))
  const findings = await database.read
    .selectFrom('finding')
    .innerJoin('deployment', 'deployment.id', 'finding.deployment_id')
    .select(['deployment.slug', 'finding.match_based_id', 'finding.relevant_since', 'finding.document_json'])
    .orderBy('finding.id')
    .execute()
  await database.close()
  return findings
}

it('fills an empty database, equally for equal seeds, and no other', async () => {
  const [one, other] = [await dataFolder(), await dataFolder()]
  const first = await gatehouse(['seed', '--seed', '7', ...day], { GATEHOUSE_DATA: one })
  expect(first).toMatchObject({ status: 0 })
  expect(first.output).toMatch(
    /^Created in \d+ s: 40 projects, 6,\d\d\d findings, 2\d,\d\d\d dependencies, 800 rules, 1,500 scans\.\n$/,
  )
  await gatehouse(['seed', '--profile', 'demo', '--seed', '7', ...day], { GATEHOUSE_DATA: other })
  expect(await madeIn(other)).toEqual(await madeIn(one))

  const again = await gatehouse(['seed'], { GATEHOUSE_DATA: one })
  expect(again).toMatchObject({ status: 1, output: '' })
  expect(again.errors).toMatch(/not empty \(acme\). Use --deployment slug:Name/)
  const taken = await gatehouse(['seed', '--deployment', 'acme:Acme'], { GATEHOUSE_DATA: one })
  expect(taken).toMatchObject({ status: 1, errors: 'gatehouse: The deployment "acme" already exists.\n' })
})

it('makes another deployment in a running service, which counts it at once', async () => {
  const environment = {
    GATEHOUSE_DATA: await dataFolder(),
    GATEHOUSE_TOKEN: 'token-of-seed-0123456789abcdefghij',
  }
  const served = await serveFor(environment)
  const made = await gatehouse(['seed', '--deployment', 'try:To try', ...day], environment)
  expect(made.status).toBe(0)
  const response = await fetch(`${served.base}/api/v1/me`, {
    headers: { authorization: `Bearer ${environment.GATEHOUSE_TOKEN}` },
  })
  const { deployments } = await response.json()
  expect(deployments).toMatchObject([
    { slug: 'main', counts: { sast: 0, projects: 0 } },
    { slug: 'try', demo: true, counts: { projects: 40 } },
  ])
  expect(deployments[1].counts.sast).toBeGreaterThan(300)
  expect(await served.stop()).toBe(0)
})

it.each([
  [['--profile', 'XXL'], /--profile is "XXL", but must be one of demo, M, L\./],
  [['--seed', 'x'], /--seed is "x"/],
  [['--now', 'soon'], /--now is "soon"/],
  [['--deployment', 'NoName'], /--deployment must be slug:Name/],
])('refuses %j', async (words, text) => {
  const { status, errors } = await gatehouse(['seed', ...words], { GATEHOUSE_DATA: await dataFolder() })
  expect(status).toBe(2)
  expect(errors).toMatch(text)
})
