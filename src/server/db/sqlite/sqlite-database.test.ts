import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseFault } from '../database.ts'
import { openDatabase } from './open.ts'
import { connectionOf, openFile } from './testing/connection.ts'

async function freshFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-db-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'gatehouse.db')
}

const deployment = { slug: 'a', name: 'A', demo: 0, change_number: 0, secret_salt: 's', created_at: 0 }

describe('a database', () => {
  it('keeps what was written, and shows it to the reader at once', async () => {
    const file = await freshFile()
    const database = await openDatabase(file)
    await database.write((transaction) => transaction.insertInto('deployment').values(deployment).execute())
    expect(await database.read.selectFrom('deployment').select('slug').execute()).toEqual([{ slug: 'a' }])
    await database.close()
    const again = await openDatabase(file)
    expect(await again.read.selectFrom('deployment').select('slug').execute()).toEqual([{ slug: 'a' }])
    await again.close()
  })

  it('keeps nothing of a write that failed, and goes on writing', async () => {
    const database = await openDatabase(await freshFile())
    const failed = database.write(async (transaction) => {
      await transaction.insertInto('deployment').values(deployment).execute()
      throw new Error('half way')
    })
    await expect(failed).rejects.toThrow('half way')
    expect(await database.read.selectFrom('deployment').selectAll().execute()).toEqual([])
    await database.write((transaction) => transaction.insertInto('deployment').values(deployment).execute())
    await database.close()
  })

  it('says that it is full where it is, and goes on writing once there is room', async () => {
    const database = await openDatabase(await freshFile())
    const fill = (name: string) =>
      database.write((transaction) =>
        transaction
          .insertInto('deployment')
          .values({ ...deployment, slug: 'b', name })
          .execute(),
      )
    const pages = connectionOf(database).prepare('pragma page_count').get()?.['page_count']
    connectionOf(database).exec(`pragma max_page_count = ${Number(pages)}`)
    await expect(fill('x'.repeat(1_000_000))).rejects.toThrow(/full/)
    expect(await database.read.selectFrom('deployment').selectAll().execute()).toEqual([])
    await fill('B')
    await database.close()
  })

  it('lets everything else go on while another program holds the file, and writes once it lets go', async () => {
    const file = await freshFile()
    const database = await openDatabase(file)
    const other = openFile(file)
    other.exec('begin immediate')
    const written = database.write((transaction) =>
      transaction.insertInto('deployment').values(deployment).execute(),
    )
    expect(await database.read.selectFrom('deployment').selectAll().execute()).toEqual([])
    other.exec('rollback')
    other.close()
    await written
    expect(await database.read.selectFrom('deployment').selectAll().execute()).toHaveLength(1)
    await database.close()
  })

  it('opens while another program writes, where its tables are up to date', async () => {
    const file = await freshFile()
    await (await openDatabase(file)).close()
    const other = openFile(file)
    other.exec('begin immediate')
    await (await openDatabase(file)).close()
    other.close()
  })

  it('does not let a read wait for a write, nor see it half done', async () => {
    const database = await openDatabase(await freshFile())
    let seen: unknown
    await database.write(async (transaction) => {
      await transaction.insertInto('deployment').values(deployment).execute()
      seen = await database.read.selectFrom('deployment').selectAll().execute()
    })
    expect(seen).toEqual([])
    await database.close()
  })
})

describe('a file that cannot be used', () => {
  it('is refused when it is no database, and left as it was', async () => {
    const file = await freshFile()
    await writeFile(file, 'This is not a database, it is a letter. '.repeat(200))
    await expect(openDatabase(file)).rejects.toThrow(DatabaseFault)
    expect(await readFile(file, 'utf8')).toMatch(/^This is not a database/)
  })

  it('is refused when its pages are damaged', async () => {
    const file = await freshFile()
    await (await openDatabase(file)).close()
    const bytes = await readFile(file)
    bytes.fill(0xa5, 4096, 40_960)
    await writeFile(file, bytes)
    await expect(openDatabase(file)).rejects.toThrow(/damaged/)
  })

  it('is refused when it is empty, and is never made empty', async () => {
    const file = await freshFile()
    await writeFile(file, '')
    await expect(openDatabase(file)).rejects.toThrow(/is an empty file, so its data is lost/)
    expect(await readFile(file, 'utf8')).toBe('')
  })

  it('does not stand in the way where it was begun and never finished', async () => {
    const file = await freshFile()
    await writeFile(`${file}.new`, 'half a database')
    await (await openDatabase(file)).close()
    expect(await readdir(dirname(file))).toEqual(['gatehouse.db'])
  })

  it('is refused when a newer Gatehouse wrote it', async () => {
    const file = await freshFile()
    await (await openDatabase(file)).close()
    const connection = openFile(file)
    connection.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01')")
    connection.close()
    await expect(openDatabase(file)).rejects.toThrow(/newer Gatehouse.*9999-future/)
  })

  it('is refused when the folder is not there', async () => {
    await expect(openDatabase(join(await freshFile(), 'deeper', 'x.db'))).rejects.toThrow(DatabaseFault)
  })
})
