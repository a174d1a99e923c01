import { open } from 'node:fs/promises'
import type { Bucket } from './bucket.ts'
import { BucketFault, faultOfAnswer } from './bucket-fault.ts'
import { elementsIn, textsIn } from './xml.ts'

/** The size of a part in bytes; S3 demands 5 MB. A part is in memory while it is sent. */
const partSize = 8 * 1024 * 1024

/**
 * Uploads a file, in parts if it is larger than one. An upload that fails is aborted, so that its parts cost nothing.
 * @throws BucketFault if it cannot be stored.
 */
export async function upload(bucket: Bucket, key: string, path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (part: number) => {
      const body = Buffer.allocUnsafe(Math.min(partSize, size - part * partSize))
      await file.read(body, 0, body.length, part * partSize)
      return body
    }
    if (size > partSize) await uploadParts(bucket, { key, size, read })
    else await bucket.ask({ method: 'PUT', key, body: await read(0) })
  } finally {
    await file.close()
  }
}

interface Parts {
  key: string
  size: number
  /** The content of a part, from 0. */
  read(part: number): Promise<Buffer<ArrayBuffer>>
}

async function uploadParts(bucket: Bucket, { key, size, read }: Parts): Promise<void> {
  const begun = await bucket.ask({ method: 'POST', key, query: { uploads: '' } })
  const [uploadId] = textsIn(begun.text, 'UploadId')
  if (!uploadId) throw new BucketFault('no upload', 'the bucket accepts no upload in parts.', false)
  try {
    const tags: string[] = []
    for (let part = 0; part * partSize < size; part += 1) {
      const query = { partNumber: String(part + 1), uploadId }
      const { headers } = await bucket.ask({ method: 'PUT', key, query, body: await read(part) })
      tags.push(headers.get('etag') ?? '')
    }
    await complete(bucket, { key, size, uploadId, tags })
  } catch (error) {
    await abort(bucket, key, uploadId).catch(() => undefined)
    throw error
  }
}

async function complete(
  bucket: Bucket,
  { key, size, uploadId, tags }: { key: string; size: number; uploadId: string; tags: string[] },
): Promise<void> {
  const escapeXml = (tag: string) =>
    tag.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const parts = tags.map(
    (tag, part) => `<Part><PartNumber>${part + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  )
  try {
    const { text } = await bucket.ask({ method: 'POST', key, query: { uploadId }, body })
    // S3 begins to answer with 200 before it knows the outcome.
    const [error] = elementsIn(text, 'Error')
    if (error !== undefined) throw faultOfAnswer(500, textsIn(error, 'Code').at(0) ?? '')
  } catch (error) {
    if (!(error instanceof BucketFault) || error.code !== 'NoSuchUpload') throw error
    // An attempt whose answer was lost has completed it.
    const { headers } = await bucket.ask({ method: 'HEAD', key })
    if (headers.get('content-length') !== String(size)) throw error
  }
}

async function abort(bucket: Bucket, key: string, uploadId: string): Promise<void> {
  try {
    await bucket.ask({ method: 'DELETE', key, query: { uploadId } })
  } catch (error) {
    if (!(error instanceof BucketFault) || error.code !== 'NoSuchUpload') throw error
  }
}

/** Aborts the uploads of an object that were begun and not completed, such as those of a process that was killed. */
export async function abortUploads(bucket: Bucket, key: string): Promise<void> {
  for (const one of await uploadsBelow(bucket, key))
    if (one.key === key) await abort(bucket, key, one.uploadId)
}

/** The uploads that are not completed, of the objects whose keys begin with a prefix. */
export async function uploadsBelow(
  bucket: Bucket,
  prefix: string,
): Promise<{ key: string; uploadId: string }[]> {
  const found: { key: string; uploadId: string }[] = []
  let from: Record<string, string> = {}
  for (;;) {
    const { text } = await bucket.ask({ method: 'GET', key: '', query: { uploads: '', prefix, ...from } })
    for (const one of elementsIn(text, 'Upload')) {
      const [[key = ''], [uploadId = '']] = [textsIn(one, 'Key'), textsIn(one, 'UploadId')]
      found.push({ key, uploadId })
    }
    const [keyMarker] = textsIn(text, 'NextKeyMarker')
    if (textsIn(text, 'IsTruncated').at(0) !== 'true' || !keyMarker) return found
    from = { 'key-marker': keyMarker, 'upload-id-marker': textsIn(text, 'NextUploadIdMarker').at(0) ?? '' }
  }
}
