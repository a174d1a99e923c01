import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** A response as sent: its own headers, and its body. */
export interface CachedResponse {
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

const maxBytes = 32 * 2 ** 20
/** A page of 3000 findings is 8 MB. */
const maxEntryBytes = 12 * 2 ** 20
const minCompressedSize = 1024
/** The approximate size of headers and a key. */
const entryOverhead = 1024

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const
type Encoding = keyof typeof compressors
const encodings: Encoding[] = ['br', 'gzip']

/**
 * Caches responses that are the same for every permitted caller, until the underlying data changes. Each is built and
 * compressed once, also for concurrent requests. The least recently used ones are evicted first.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse, () => Promise<CachedResponse>>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ body }) => body.length + entryOverhead,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  })

  /**
   * @param key identifies the data, its version and the request.
   * @param accepted the request's `accept-encoding`.
   * @throws the errors of `make`; the next request calls it again.
   */
  async getOrCreate(
    key: string,
    accepted: string | undefined,
    make: () => Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    const plain = () => this.#fetch(key, make)
    const encoding = accepted === undefined ? null : negotiate(accepted, encodings)
    if (encoding === null) return plain()
    return this.#fetch(`${encoding} ${key}`, async () => {
      const response = await plain()
      if (response.body.length < minCompressedSize) return response
      return {
        headers: { ...response.headers, 'content-encoding': encoding },
        body: await compressors[encoding](response.body),
      }
    })
  }

  async #fetch(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    // An entry that is evicted while it is being built has no value; it is then built again for this request.
    return (await this.#responses.fetch(key, { context: make })) ?? make()
  }
}
