import { createReadStream } from 'node:fs'
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partialFile } from '../files.ts'
import type { ExportStorage, FileOwner } from './storage.ts'

/** Files in the data folder, where they were written. */
export class FolderStorage implements ExportStorage {
  readonly #folder: string

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'exports')
  }

  pathOf({ task_token }: FileOwner): string {
    return join(this.#folder, task_token)
  }

  async store() {}

  async read(owner: FileOwner) {
    const path = this.pathOf(owner)
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    return exists ? createReadStream(path) : null
  }

  async remove(owner: FileOwner) {
    const path = this.pathOf(owner)
    await rm(path, { force: true })
    await rm(`${path}${partialFile}`, { force: true })
  }

  async list() {
    const names = await readdir(this.#folder).catch(() => [])
    const tokens = new Set(names.map((name) => name.replace(/\.part$/, '')))
    return [...tokens].map((task_token) => ({ deployment_id: 0, task_token }))
  }
}
