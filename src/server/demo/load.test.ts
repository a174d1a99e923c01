import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { takeId } from '#server/db/ids.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load.ts'

const profile = { projects: 6, findings: 300, dependencies: 1_200, rules: 800, scans: 200 }
const now = Date.UTC(2026, 10, 21)
const open: Database[] = []

async function database(): Promise<Database> {
  const made = await openTestDatabase()
  open.push(made)
  return made
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe('loading the demo organisation', () => {
  it('makes a deployment marked as demo data, with all that belongs to it', async () => {
    const target = await database()
    const { deploymentId, rows } = await loadDemo(target, { now, profile })
    const deployment = await target.read.selectFrom('deployment').selectAll().executeTakeFirstOrThrow()
    expect(deployment).toMatchObject({ id: deploymentId, slug: 'acme', name: 'Acme', demo: 1 })
    const { n } = await target.read
      .selectFrom('finding')
      .select((q) => q.fn.countAll<number>().as('n'))
      .where('removed', '=', 0)
      .executeTakeFirstOrThrow()
    expect(n).toBe(300)
    expect(rows.project).toBe(6)
  })

  it('stands beside what is there, under ids of its own', async () => {
    const target = await database()
    const first = await loadDemo(target, { now, profile })
    const second = await loadDemo(target, {
      now,
      profile,
      seed: 2,
      deployment: { slug: 'other', name: 'Other' },
    })
    expect(second.deploymentId).not.toBe(first.deploymentId)
    for (const deploymentId of [first.deploymentId, second.deploymentId]) {
      const { newest } = await target.read
        .selectFrom('finding')
        .select((q) => q.fn.max('id').as('newest'))
        .where('deployment_id', '=', deploymentId)
        .executeTakeFirstOrThrow()
      const next = await target.write((transaction) => takeId(transaction, deploymentId, 'finding'))
      expect([next, newest < 1000]).toEqual([newest + 1, true])
    }
  })

  it('leaves nothing behind where the slug is taken', async () => {
    const target = await database()
    await loadDemo(target, { now, profile })
    const count = async () =>
      (
        await target.read
          .selectFrom('finding')
          .select((q) => q.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n
    const before = await count()
    await expect(loadDemo(target, { now, profile, seed: 3 })).rejects.toThrow(/unique/i)
    expect(await count()).toBe(before)
  })
})
