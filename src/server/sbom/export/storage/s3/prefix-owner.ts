import type { Bucket, BucketAnswer } from './bucket.ts'
import { BucketFault } from './bucket-fault.ts'

/** The name of the object below a prefix that contains the id of the installation whose files are there. */
export const ownerObject = 'installation'

/** The code of the fault of a prefix that another installation uses. */
export const foreignPrefix = 'foreign prefix'

/** Rules of a bucket may delete old objects, so that the object must not become older than the files. */
const renewedAfter = 24 * 3600_000

/** In bytes; the id of an installation is shorter. */
const maxIdLength = 100

/**
 * Makes a prefix the one of an installation, unless another installation has it. Of two that do so at once, one succeeds.
 * @throws BucketFault with the code `foreignPrefix` if another installation has it, or another one if the bucket fails.
 */
export async function takePrefix(bucket: Bucket, prefix: string, installation: string): Promise<void> {
  const key = `${prefix}${ownerObject}`
  let owner = await readOwner(bucket, key)
  if (owner === null) {
    await createOwner(bucket, key, installation)
    owner = await readOwner(bucket, key)
    if (owner === null) throw new BucketFault('no object', 'the bucket lost an object.', true)
  }
  demandSame(owner.id, installation)
  if (owner.age > renewedAfter) await bucket.ask({ method: 'PUT', key, body: Buffer.from(installation) })
}

/**
 * Compares the installation that has a prefix, if any, without changing it.
 * @throws BucketFault as `takePrefix`.
 */
export async function comparePrefix(bucket: Bucket, prefix: string, installation: string): Promise<void> {
  const owner = await readOwner(bucket, `${prefix}${ownerObject}`)
  if (owner !== null) demandSame(owner.id, installation)
}

function demandSame(owner: string, installation: string): void {
  if (owner === installation) return
  throw new BucketFault(
    foreignPrefix,
    'the prefix of EXPORT_STORAGE is used by another installation of Gatehouse.',
    false,
  )
}

/** @returns null if nobody has the prefix. */
async function readOwner(bucket: Bucket, key: string): Promise<{ id: string; age: number } | null> {
  try {
    const answer = await bucket.open({ method: 'GET', key })
    const modified = Date.parse(answer.headers.get('last-modified') ?? '')
    return { id: await idIn(answer), age: Number.isNaN(modified) ? 0 : Date.now() - modified }
  } catch (error) {
    if (error instanceof BucketFault && error.code === 'NoSuchKey') return null
    throw error
  }
}

/** The content of an object, which may be anyone's and of any size. */
async function idIn(answer: BucketAnswer): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let part = await answer.read(); part !== null; part = await answer.read()) {
      parts.push(part)
      length += part.length
      if (length > maxIdLength) return ''
    }
    return Buffer.concat(parts).toString().trim()
  } finally {
    answer.cancel()
  }
}

/** Creates the object if there is none, in one step where the service of the bucket can do so. */
async function createOwner(bucket: Bucket, key: string, installation: string): Promise<void> {
  const put = { method: 'PUT', key, body: Buffer.from(installation) } as const
  try {
    await bucket.ask({ ...put, headers: { 'if-none-match': '*' } })
  } catch (error) {
    if (!(error instanceof BucketFault)) throw error
    if (error.code === 'NotImplemented') await bucket.ask(put)
    // Another process was faster.
    else if (error.code !== 'PreconditionFailed' && error.code !== 'ConditionalRequestConflict') throw error
  }
}
