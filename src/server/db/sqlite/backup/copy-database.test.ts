import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { filledFolder } from '../../../testing/filled-folder.ts'
import { copyDatabase } from './copy-database.ts'
import { readContent } from './read-content.ts'

it('copies one moment in one pass, while another connection writes between its steps', async () => {
  const { folder } = await filledFolder(async (rows, { project_id, ref_id }) => {
    const rule_id = await rows.rule()
    const triage_comment = 'x'.repeat(30_000)
    for (let at = 0; at < 900; at++) await rows.finding({ project_id, ref_id, rule_id, triage_comment })
  })
  const writer = new DatabaseSync(join(folder, 'gatehouse.db'), { timeout: 0 })
  const write = writer.prepare(
    `insert into audit_event (at, actor, action) values (1, 'Ann', 'token.created')`,
  )
  const shares: number[] = []
  const copy = join(folder, 'copy.db')
  await copyDatabase(folder, copy, (share) => {
    shares.push(share)
    write.run()
  })
  expect(writer.prepare('select count(*) as written from audit_event').get()).toEqual({
    written: shares.length,
  })
  writer.close()
  // A copy that began anew would show the same share again, and contain what was written.
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual([...new Set(shares)].toSorted((one, other) => one - other))
  const { tables } = readContent(copy, 'full')
  expect(tables).toMatchObject({ finding: 900, audit_event: 0 })
  expect(statSync(copy).mode & 0o077).toBe(statSync(join(folder, 'gatehouse.db')).mode & 0o077)
})
