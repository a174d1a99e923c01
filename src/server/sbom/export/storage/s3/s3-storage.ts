import type { BucketConfig } from '#server/base/config/bucket.ts'
import { HttpError } from '#server/http/errors.ts'
import { ExportFault } from '../../../content/content.ts'
import type { FolderStorage } from '../folder-storage.ts'
import type { ExportStorage, FileOwner } from '../storage.ts'
import { Bucket } from './bucket.ts'
import { BucketFault } from './bucket-fault.ts'
import { download } from './download.ts'
import { takePrefix } from './prefix-owner.ts'
import { abortUploads, upload, uploadsBelow } from './upload.ts'
import { textsIn } from './xml.ts'

/**
 * Files as objects of an S3-compatible bucket; the data folder has a file only until it is stored. A prefix in the bucket
 * has the files of one installation, since those that it does not know are deleted.
 */
export class S3Storage implements ExportStorage {
  readonly #folder: FolderStorage
  readonly #bucket: Bucket
  readonly #prefix: string
  readonly #readInstallation: () => Promise<string | null>
  #taken: Promise<void> | null = null

  /** @param readInstallation reads the id of the installation, without which it cannot be told from others. */
  constructor(folder: FolderStorage, config: BucketConfig, readInstallation: () => Promise<string | null>) {
    this.#readInstallation = readInstallation
    this.#folder = folder
    this.#bucket = new Bucket(config)
    this.#prefix = config.prefix
  }

  pathOf(owner: FileOwner): string {
    return this.#folder.pathOf(owner)
  }

  async store(owner: FileOwner) {
    try {
      await this.#takePrefix()
      await upload(this.#bucket, this.#keyOf(owner), this.pathOf(owner))
    } catch (error) {
      if (!(error instanceof BucketFault)) throw error
      const advice = error.isTemporary ? 'Try again later.' : 'Tell the administrator of this service.'
      throw new ExportFault(`The file could not be stored: ${error.message} ${advice}`)
    }
    await this.#folder.remove(owner)
  }

  async read(owner: FileOwner) {
    try {
      return await download(this.#bucket, this.#keyOf(owner))
    } catch (error) {
      if (error instanceof BucketFault && error.code === 'NoSuchKey') return null
      throw unavailable(error)
    }
  }

  async remove(owner: FileOwner) {
    await this.#folder.remove(owner)
    try {
      await this.#bucket.ask({ method: 'DELETE', key: this.#keyOf(owner) }).catch(ignoreMissing)
      await abortUploads(this.#bucket, this.#keyOf(owner))
    } catch (error) {
      throw unavailable(error)
    }
  }

  async list() {
    try {
      await this.#takePrefix()
      const objects = await this.#keys()
      const uploads = await uploadsBelow(this.#bucket, this.#prefix)
      const keys = [...objects, ...uploads.map(({ key }) => key)]
      // Nothing that others keep below the prefix is taken for a file of an export.
      const stored = new Set(
        keys.map((key) => key.slice(this.#prefix.length)).filter((key) => /^[\w-]{32}$/.test(key)),
      )
      const written = (await this.#folder.list()).filter(({ task_token }) => !stored.has(task_token))
      return [...written, ...[...stored].map((task_token) => ({ deployment_id: 0, task_token }))]
    } catch (error) {
      throw unavailable(error)
    }
  }

  #takePrefix(): Promise<void> {
    this.#taken ??= this.#readInstallation().then((id) =>
      id === null ? undefined : takePrefix(this.#bucket, this.#prefix, id),
    )
    return this.#taken
  }

  #keyOf({ task_token }: FileOwner): string {
    return `${this.#prefix}${task_token}`
  }

  async #keys(): Promise<string[]> {
    const keys: string[] = []
    let from: Record<string, string> = {}
    for (;;) {
      const query = { 'list-type': '2', prefix: this.#prefix, ...from }
      const { text } = await this.#bucket.ask({ method: 'GET', key: '', query })
      keys.push(...textsIn(text, 'Key'))
      const [token] = textsIn(text, 'NextContinuationToken')
      if (!token) return keys
      from = { 'continuation-token': token }
    }
  }
}

/** Some services answer for the deletion of what does not exist as S3 does, others with 404. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof BucketFault) || error.code !== 'NoSuchKey') throw error
}

function unavailable(error: unknown): unknown {
  if (!(error instanceof BucketFault)) return error
  return new HttpError(503, `The files of exports are not available: ${error.message} Try again later.`, {
    headers: { 'retry-after': '10' },
  })
}
