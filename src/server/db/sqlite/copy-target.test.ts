import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder } from '#server/testing/command-line.ts'
import { fillEmbedded, openDatabaseIn } from '../engine.ts'

const deployment = ['id', 'slug', 'name', 'demo', 'change_number', 'secret_salt', 'created_at']

it('leaves no database after an interruption, and begins anew', async () => {
  const folder = await dataFolder()
  const filling = fillEmbedded(folder, async (target) => {
    await target.insert('deployment', deployment, [[1, 'a', 'A', 0, 0, 's', 0]])
    throw new Error('interrupted')
  })
  await expect(filling).rejects.toThrow('interrupted')
  expect(readdirSync(folder)).toEqual([])

  // A process that was killed leaves its file.
  writeFileSync(join(folder, 'gatehouse.db.partial'), 'half of a database')
  await fillEmbedded(folder, async (target) => {
    await target.insert('deployment', deployment, [[4, 'a', 'A', 0, 0, 's', 0]])
    await target.continueIds({ deployment: 9 })
    await target.createIndexes()
  })
  const database = await openDatabaseIn(folder)
  onTestFinished(() => database.close())
  const { id } = await database.write((transaction) =>
    transaction
      .insertInto('deployment')
      .values({ slug: 'b', name: 'B', demo: 0, change_number: 0, secret_salt: 's', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  expect(id).toBe(10)
})
