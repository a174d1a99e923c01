import { randomUUID } from 'node:crypto'
import type { BucketConfig } from '#server/base/config/bucket.ts'
import { Bucket } from './bucket.ts'
import { BucketFault } from './bucket-fault.ts'
import { comparePrefix, foreignPrefix, ownerObject } from './prefix-owner.ts'
import { uploadsBelow } from './upload.ts'

/**
 * Tries what exports need in a bucket: writing, reading, listing and deleting, below a prefix that no other installation
 * uses.
 * @param installation the id of this installation; null if it is not known.
 * @returns what is wrong, and what to do about it; null if nothing is.
 */
export async function bucketFault(config: BucketConfig, installation: string | null): Promise<string | null> {
  const bucket = new Bucket(config)
  const key = `${config.prefix}check-${randomUUID()}`
  try {
    await bucket.ask({ method: 'PUT', key, body: Buffer.from('This object can be deleted.') })
    await bucket.ask({ method: 'GET', key })
    await bucket.ask({ method: 'GET', key: '', query: { 'list-type': '2', prefix: key } })
    await uploadsBelow(bucket, key)
    await bucket.ask({ method: 'DELETE', key })
    if (installation !== null) await comparePrefix(bucket, config.prefix, installation)
    return null
  } catch (error) {
    if (!(error instanceof BucketFault)) throw error
    return `${error.message[0]?.toUpperCase()}${error.message.slice(1)} ${advice(error, config)}`
  }
}

function advice({ code, isTemporary }: BucketFault, { prefix }: BucketConfig): string {
  switch (code) {
    case foreignPrefix:
      return `Set another prefix, or delete the object ${prefix}${ownerObject} if the other installation does not exist any more.`
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    case 'ExpiredToken':
    case 'InvalidToken':
      return 'Set new temporary keys, with AWS_SESSION_TOKEN.'
    case 'AccessDenied':
      return 'Allow the key to do what docs/operating.md lists.'
    case 'NoSuchBucket':
      return 'Create the bucket, or correct EXPORT_STORAGE.'
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'AuthorizationHeaderMalformed':
      return 'Correct AWS_REGION.'
    case 'RequestTimeTooSkewed':
      return 'Set the clock.'
    default:
      return isTemporary
        ? 'Check the network, AWS_ENDPOINT_URL and the service of the bucket.'
        : 'Check EXPORT_STORAGE and AWS_ENDPOINT_URL.'
  }
}
