import { expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { setNotifications } from '#contract/operations/notifications.ts'
import { createTeam, listTeams } from '#contract/operations/owners.ts'
import { listPeople, patchPerson } from '#contract/operations/people.ts'
import { getMe } from '#contract/operations/session.ts'
import { startWithProvider } from '#server/testing/provider/sign-in.ts'
import { wholeDatabase } from '#server/testing/whole-database.ts'
import { deletePerson } from './delete-person.ts'
import { exportPerson } from './export-person.ts'

/** Ann administers all; Bob was renamed to Robert. */
async function started() {
  const { service, open } = await startWithProvider()
  const [ann, bob] = [open(), open()]
  await ann.signIn('Ann')
  await ann.call(createTeam, { body: { name: 'Shop', groups: ['shop'] } })
  await bob.signIn('Bob')
  await bob.call(setNotifications, { body: { timing: 'off', events: ['finding.assigned'] } })
  const renamed = await ann.call(patchPerson, { path: { id: '2' }, body: { name: 'Robert' } })
  expect(renamed.status).toBe(200)
  const people = async () => (await ann.call(listPeople)).body.people
  return { service, open, bob, people }
}

it('exports what belongs to a person of single sign-on, without the ID token', async () => {
  const { service } = await started()
  let text = ''
  for await (const line of await exportPerson(service.services, 'Robert')) text += line
  for (const part of ['bob@acme.example', '"name":"Bob"']) expect(text).toContain(part)
  for (const table of ['person_role', 'session', 'team_group_member', 'webhook'])
    expect(text).toContain(`"table":"${table}"`)
  expect(text).not.toContain('eyJ')
})

it('deletes a person with all names, who can only come back as somebody new', async () => {
  const { service, open, bob, people } = await started()
  const { replacement } = await deletePerson(service.services, 'Robert')
  expect((await bob.call(getMe)).status).toBe(401)
  expect((await people()).map(({ name }) => name)).toEqual(['Ann'])
  expect((await service.call(listTeams)).body.teams[0]?.groupMembers).toEqual([])
  const { text } = await service.call(listAudit)
  expect(text).not.toContain('Robert')
  expect(text).toContain(replacement)
  expect(await service.services.database.read.selectFrom('webhook').selectAll().execute()).toEqual([])
  for (const { table, text } of await wholeDatabase(service.services.database))
    expect([table, text.includes('bob@acme.example')]).toEqual([table, false])
  expect((await open().signIn('Bob')).status).toBe(200)
  expect((await people())[1]).toMatchObject({ id: '3', name: 'Bob', formerNames: [] })
})
