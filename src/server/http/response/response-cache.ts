import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** An answer as it is sent: the headers that are its own, and its body. */
export interface CachedResponse {
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

const maxBytes = 32 * 2 ** 20
/** A page of 3000 findings is 8 MB. */
const maxEntryBytes = 12 * 2 ** 20
const minCompressedSize = 1024
/** What a header and a key take, roughly. */
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
 * Answers that are the same for everybody who may ask, ready to send until the data they were made from changes: made
 * and compressed once for all who ask at the same time or after each other, the least asked for given up first.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse, () => Promise<CachedResponse>>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ body }) => body.length + entryOverhead,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  })

  /**
   * @param key names the data, its version and what is asked of it.
   * @param accepted the request's `accept-encoding`.
   * @throws what `make` throws; the next who asks makes it again.
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
    // What is given up while it is being made has no value here and is made for this one.
    return (await this.#responses.fetch(key, { context: make })) ?? make()
  }
}
