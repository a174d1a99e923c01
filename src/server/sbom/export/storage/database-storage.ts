import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FolderStorage } from './folder-storage.ts'
import type { ExportStorage, FileOwner, StorageServices } from './storage.ts'

/** The size of a part in bytes; a part is in memory while it is written or read. */
const partSize = 1024 * 1024

/** Files in the database, in parts; the data folder has a file only until it is stored. */
export class DatabaseStorage implements ExportStorage {
  readonly #folder: FolderStorage
  readonly #database: StorageServices['database']
  readonly #record: StorageServices['record']

  constructor(
    folder: FolderStorage,
    database: StorageServices['database'],
    record: StorageServices['record'],
  ) {
    this.#folder = folder
    this.#database = database
    this.#record = record
  }

  pathOf(owner: FileOwner): string {
    return this.#folder.pathOf(owner)
  }

  async store(owner: FileOwner) {
    // Parts of an interrupted attempt, whose file may have been longer.
    await this.#removeParts(owner)
    let part = 0
    for await (const content of createReadStream(this.pathOf(owner), { highWaterMark: partSize })) {
      const row = { deployment_id: owner.deployment_id, task_token: owner.task_token, part, content }
      await this.#record((transaction) => transaction.insertInto('export_file').values(row).execute())
      part += 1
    }
    await this.#folder.remove(owner)
  }

  async read(owner: FileOwner) {
    const first = await this.#readPart(owner, 0)
    return first === null ? null : Readable.from(this.#parts(owner, first))
  }

  async remove(owner: FileOwner) {
    await this.#folder.remove(owner)
    await this.#removeParts(owner)
  }

  async list() {
    const rows = await this.#database.read
      .selectFrom('export_file')
      .select(['deployment_id', 'task_token'])
      .distinct()
      .execute()
    const stored = new Set(rows.map((row) => row.task_token))
    return [...rows, ...(await this.#folder.list()).filter(({ task_token }) => !stored.has(task_token))]
  }

  async *#parts(owner: FileOwner, first: Uint8Array) {
    let content: Uint8Array | null = first
    for (let part = 1; content !== null; part += 1) {
      yield content
      content = await this.#readPart(owner, part)
    }
  }

  async #readPart(owner: FileOwner, part: number): Promise<Uint8Array | null> {
    const row = await this.#database.read
      .selectFrom('export_file')
      .select('content')
      .where('deployment_id', '=', owner.deployment_id)
      .where('task_token', '=', owner.task_token)
      .where('part', '=', part)
      .executeTakeFirst()
    return row?.content ?? null
  }

  #removeParts({ deployment_id, task_token }: FileOwner) {
    return this.#record((transaction) =>
      transaction
        .deleteFrom('export_file')
        .where('deployment_id', '=', deployment_id)
        .where('task_token', '=', task_token)
        .execute(),
    )
  }
}
