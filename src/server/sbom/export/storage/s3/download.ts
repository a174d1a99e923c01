import { Readable } from 'node:stream'
import type { Bucket, BucketAnswer } from './bucket.ts'
import { BucketFault } from './bucket-fault.ts'

/** How often a download goes on after its connection broke. */
const maxInterruptions = 3

/**
 * Opens an object and returns its content as a stream, which has one part in memory at a time and asks for the rest when the
 * connection breaks.
 * @throws BucketFault if the object cannot be opened.
 */
export async function download(bucket: Bucket, key: string): Promise<Readable> {
  const first = await bucket.open({ method: 'GET', key })
  return Readable.from(contentOf(bucket, key, first), { objectMode: false })
}

async function* contentOf(bucket: Bucket, key: string, first: BucketAnswer) {
  const size = Number(first.headers.get('content-length') ?? Number.NaN)
  const etag = first.headers.get('etag')
  let answer = first
  let position = 0
  let interruptions = 0
  try {
    for (;;) {
      try {
        const part = await answer.read()
        if (part !== null) {
          position += part.length
          yield part
          continue
        }
        if (Number.isNaN(size) || position === size) return
        throw new BucketFault('incomplete', 'the bucket did not send the whole object.', true)
      } catch (error) {
        interruptions += 1
        if (interruptions > maxInterruptions || etag === null || !isInterruption(error)) throw error
        answer.cancel()
        answer = await rest(bucket, { key, position, etag })
      }
    }
  } finally {
    answer.cancel()
  }
}

const isInterruption = (error: unknown) => error instanceof BucketFault && error.isTemporary

/** The rest of the same object: one that was replaced meanwhile is not continued. */
async function rest(
  bucket: Bucket,
  { key, position, etag }: { key: string; position: number; etag: string },
): Promise<BucketAnswer> {
  const headers = { range: `bytes=${position}-`, 'if-match': etag }
  const answer = await bucket.open({ method: 'GET', key, headers })
  if (answer.headers.get('content-range')?.startsWith(`bytes ${position}-`)) return answer
  answer.cancel()
  throw new BucketFault('no range', 'the bucket cannot send the rest of an object.', false)
}
