import { expect, it } from 'vitest'
import { mapHandle, setCodeowners, setOwnerRule } from '#contract/operations/owners.ts'
import { invitePerson, patchPerson } from '#contract/operations/people.ts'
import { triage } from '#contract/operations/triage.ts'
import { Build } from '#server/findings/testing/build.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { startWithReceiver } from './testing/webhook-service.ts'

const query = { project: 'acme/shop' }

async function started() {
  const service = await startWithReceiver()
  const { call, mint } = service
  const ana = await mint({ name: 'ana', person: 'Ana', role: 'analyst' })
  await mint({ name: 'ben', person: 'Ben', role: 'analyst' })
  const assign = async (files: readonly string[], owner: string | null, token = ana) => {
    const ids = (await codeFindings(service)).flatMap(({ id, location }) =>
      files.includes(location?.filePath ?? '') ? [id] : [],
    )
    const { status } = await call(triage, {
      body: { issue_type: 'sast', issue_ids: ids, new_owner: owner },
      token,
    })
    expect([status, ids.length]).toEqual([200, files.length])
  }
  /** Lets jobs end, and sends what they changed. */
  const settle = async () => {
    await service.services.jobs.settled()
    await service.settle()
  }
  return { ...service, assign, settle }
}

it('tells who was assigned findings by hand, one message for many, and not that they have no owner', async () => {
  const { scan, add, assign, settle, receiver, titles } = await started()
  await scan(['a', 'b', 'c'])
  await add(['finding.assigned'])
  await assign(['a.py'], 'person:Ben')
  await settle()
  await assign(['b.py', 'c.py'], 'person:Ana')
  await settle()
  await assign(['b.py', 'c.py'], null)
  await settle()
  expect(titles()).toEqual([
    'Ana assigned sqli in acme/shop to Ben',
    'Ana assigned 2 findings to Ana: 2 high',
  ])
  expect(receiver.received[0]?.json.data).toMatchObject({
    by: 'Ana',
    owner: 'person:Ben',
    count: 1,
    findings: [{ path: 'a.py' }],
  })
  expect(receiver.received[1]?.json.data).toMatchObject({
    count: 2,
    url: expect.stringMatching(
      /\/findings\/code\?owner=person%3AAna&status=open%2Creviewing%2Cfixing&rule_disabled=false$/,
    ),
  })
  expect(receiver.received[0]?.body).not.toContain('code of')
})

it('tells whom rules and a mapped handle gave findings, stored and new ones', async () => {
  const { call, scan, add, settle, titles } = await started()
  await scan(['a', 'b'])
  await add(['finding.assigned'])
  await call(setOwnerRule, { body: { kind: 'rule', value: 'rules.sqli', owner: 'person:Ben' } })
  await settle()
  await scan(['a', 'b', 'c'])
  await settle()
  await call(setCodeowners, { query, body: { content: '* @acme/all' } })
  await settle()
  await call(mapHandle, { body: { handle: '@Acme/All', owner: 'person:Ana' } })
  await settle()
  expect(titles()).toEqual([
    '2 findings were assigned to Ben: 2 high',
    'sqli in acme/shop was assigned to Ben',
    '3 findings were assigned to @acme/all: 3 high',
    'Tess Ter assigned 3 findings to Ana: 3 high',
  ])
})

it('tells of more than 50 owners in one message', async () => {
  const { call, scan, add, settle, titles } = await started()
  const files = Array.from({ length: 51 }, (_, at) => `f${at}`)
  await add(['finding.assigned'])
  await call(setOwnerRule, { body: { kind: 'rule', value: 'rules.other', owner: 'person:Ben' } })
  await scan(['first'])
  await call(setCodeowners, {
    query,
    body: { content: files.map((file) => `${file}.py @acme/${file}`).join('\n') },
  })
  await scan(files)
  await settle()
  expect(titles()).toEqual(['51 findings were assigned to several owners: 51 high'])
})

it('tells that a person was disabled, and how many findings have no owner now', async () => {
  const service = await started()
  const { call, add, settle, receiver, titles } = service
  const build = new Build(service)
  const ofCy = { owner: 'person:Cy', severity: 'high' } as const
  const body = { email: 'cy@acme.example', name: 'Cy', role: 'analyst' }
  const { id } = (await call(invitePerson, { body })).body.person
  await build.add(ofCy, ofCy, {})
  await add(['owner.disabled'])
  await call(patchPerson, { path: { id }, body: { disabled: true } })
  await settle()
  expect(titles()).toEqual(['Cy was disabled: 2 findings have no owner now: 2 high'])
  expect(receiver.received[0]?.json.data).toMatchObject({
    person: 'Cy',
    count: 2,
    url: expect.stringMatching(
      /\/findings\/code\?owner=person%3ACy&status=open%2Creviewing%2Cfixing&rule_disabled=false$/,
    ),
  })
  // Each message opens a list of as many findings: those of another type are another message.
  await call(patchPerson, { path: { id }, body: { disabled: false } })
  const ofPackage = { ...ofCy, type: 'sca', package: 'yaml' } as const
  await build.add({ ...ofPackage, version: '1.0' }, { ...ofPackage, version: '2.0' })
  await call(patchPerson, { path: { id }, body: { disabled: true } })
  await settle()
  expect(receiver.received.slice(1).map(({ json }) => [json.data['count'], json.data['url']])).toEqual([
    [2, expect.stringContaining('/findings/code?owner=person%3ACy')],
    [2, expect.stringContaining('/findings/supply-chain?owner=person%3ACy')],
  ])
  // Enabled before anything was read: there is nothing to tell.
  await call(patchPerson, { path: { id }, body: { disabled: false } })
  await call(patchPerson, { path: { id }, body: { disabled: true } })
  await call(patchPerson, { path: { id }, body: { disabled: false } })
  await settle()
  expect(titles()).toHaveLength(3)
})
