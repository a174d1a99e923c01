import { createHash, randomUUID } from 'node:crypto'

/** What an operation of a server for tests answers. */
export interface S3Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

interface Upload {
  key: string
  parts: Map<number, Buffer>
}

/** The smallest part of an upload, except for the last one, in bytes. */
const minPart = 5 * 1024 * 1024
/** The number of entries in a page of a list. */
const pageSize = 2

const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export const fault = (status: number, code: string): S3Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`,
})

/** The objects and uploads of a bucket in memory. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html */
export class Objects {
  readonly objects = new Map<string, Buffer>()
  /** When each object was written, milliseconds since 1970. */
  readonly modified = new Map<string, number>()
  readonly uploads = new Map<string, Upload>()

  put(key: string, content: Buffer, ifNoneMatch?: string): S3Answer {
    if (ifNoneMatch === '*' && this.objects.has(key)) return fault(412, 'PreconditionFailed')
    this.objects.set(key, content)
    this.modified.set(key, Date.now())
    return { status: 200, headers: { etag: etagOf(content) } }
  }

  get(key: string, range: string | undefined, ifMatch: string | undefined): S3Answer {
    const content = this.objects.get(key)
    if (!content) return fault(404, 'NoSuchKey')
    const etag = etagOf(content)
    const modified = new Date(this.modified.get(key) ?? Date.now()).toUTCString()
    if (ifMatch !== undefined && ifMatch !== etag) return fault(412, 'PreconditionFailed')
    const [, from] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
    if (from === undefined)
      return { status: 200, headers: { etag, 'last-modified': modified }, body: content }
    const place = `bytes ${from}-${content.length - 1}/${content.length}`
    return {
      status: 206,
      headers: { etag, 'content-range': place },
      body: content.subarray(Number(from)),
    }
  }

  remove(key: string): S3Answer {
    this.objects.delete(key)
    return { status: 204 }
  }

  begin(key: string): S3Answer {
    const id = `${randomUUID()}/+=&<`
    this.uploads.set(id, { key, parts: new Map() })
    const body = `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${escapeXml(id)}</UploadId></InitiateMultipartUploadResult>`
    return { status: 200, body }
  }

  putPart(id: string, part: number, content: Buffer): S3Answer {
    const upload = this.uploads.get(id)
    if (!upload) return fault(404, 'NoSuchUpload')
    upload.parts.set(part, content)
    return { status: 200, headers: { etag: etagOf(content) } }
  }

  complete(id: string, body: string): S3Answer {
    const upload = this.uploads.get(id)
    if (!upload) return fault(404, 'NoSuchUpload')
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)]
    const parts = listed.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0))
    if (listed.some(([, , etag], at) => `"${etag}"` !== etagOf(parts[at] ?? Buffer.alloc(0))))
      return fault(400, 'InvalidPart')
    if (parts.slice(0, -1).some(({ length }) => length < minPart)) return fault(400, 'EntityTooSmall')
    this.uploads.delete(id)
    this.objects.set(upload.key, Buffer.concat(parts))
    return { status: 200, body: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
  }

  abort(id: string): S3Answer {
    return this.uploads.delete(id) ? { status: 204 } : fault(404, 'NoSuchUpload')
  }

  list(prefix: string, after: string): S3Answer {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const isTruncated = keys.length > page.length
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const entries = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const body = `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries}</ListBucketResult>`
    return { status: 200, body }
  }

  listUploads(prefix: string, keyMarker: string, idMarker: string): S3Answer {
    const found = [...this.uploads]
      .map(([id, { key }]) => ({ id, key }))
      .filter(({ key, id }) => key.startsWith(prefix) && `${key} ${id}` > `${keyMarker} ${idMarker}`.trim())
      .sort((one, other) => (`${one.key} ${one.id}` < `${other.key} ${other.id}` ? -1 : 1))
    const page = found.slice(0, pageSize)
    const last = page.at(-1)
    const isTruncated = found.length > page.length
    const next =
      isTruncated && last
        ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${escapeXml(last.id)}</NextUploadIdMarker>`
        : ''
    const entries = page.map(
      ({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${escapeXml(id)}</UploadId></Upload>`,
    )
    const body = `<ListMultipartUploadsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`
    return { status: 200, body }
  }
}
