import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BucketConfig } from '#server/base/config/bucket.ts'
import { BucketFault, faultOfAnswer, faultOfConnection } from './bucket-fault.ts'
import { textsIn } from './xml.ts'

/** A request to a bucket. */
export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
}

/** An answer whose content is still to be read. */
export interface BucketAnswer {
  headers: Headers
  /** The next part of the content; null at its end. @throws BucketFault */
  read(): Promise<Uint8Array | null>
  /** Ends the connection if the content is not read to its end. */
  cancel(): void
}

const attempts = 3
/** The pause before the second attempt, in milliseconds; the next one is twice as long. */
const firstPause = 200

/** Signed requests to a bucket, which are repeated if it does not answer or is overloaded. */
export class Bucket {
  readonly #config: BucketConfig

  constructor(config: BucketConfig) {
    this.#config = config
  }

  /**
   * Sends a request, at most three times.
   * @throws BucketFault if each attempt failed, or it makes no sense to repeat it.
   */
  open(request: BucketRequest): Promise<BucketAnswer> {
    return repeated(() => this.#send(request))
  }

  /** Sends a request and reads its answer, as `open`. */
  ask(request: BucketRequest): Promise<{ headers: Headers; text: string }> {
    return repeated(async () => {
      const answer = await this.#send(request)
      return { headers: answer.headers, text: await textOf(answer) }
    })
  }

  async #send(request: BucketRequest): Promise<BucketAnswer> {
    const { method, body } = request
    const signed = await this.#sign(request)
    const abort = new AbortController()
    const timeout = this.#config.timeout * (body === undefined ? 1 : 3)
    const wait = <T>(work: Promise<T>) => within(timeout, work, abort)
    const response = await wait(
      fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        redirect: 'manual',
        signal: abort.signal,
      }),
    )
    const reader = response.body?.getReader()
    const answer: BucketAnswer = {
      headers: response.headers,
      read: () =>
        reader
          ? wait(reader.read()).then(
              ({ value }) => value ?? null,
              (error) => Promise.reject(faultOfConnection(error)),
            )
          : Promise.resolve(null),
      cancel: () => abort.abort(),
    }
    if (response.ok) return answer
    const code = textsIn(await textOf(answer), 'Code').at(0) ?? response.headers.get('x-amz-error-code')
    throw faultOfAnswer(response.status, code ?? '')
  }

  /** Signs headers, query and content. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
  async #sign({ method, key, query, headers, body }: BucketRequest) {
    // Loaded by processes that use a bucket alone.
    const { AwsV4Signer } = await import('aws4fetch')
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#config
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: this.#urlOf(key, query),
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      service: 's3',
      region,
    })
    return signer.sign()
  }

  #urlOf(key: string, query: BucketRequest['query'] = {}): string {
    const { endpoint, bucket, isPathStyle } = this.#config
    const base = isPathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`)
    // A form's "+" for a space would not be what is signed.
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
    return `${base}/${key}${search === '' ? '' : `?${search}`}`
  }
}

/** Repeats what failed for a temporary reason, after pauses. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const fault = faultOfConnection(error)
      if (!fault.isTemporary || attempt === attempts) throw fault
      await delay(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
    }
  }
}

/** Waits for a step of an answer, and ends its request if it takes longer than `timeout` milliseconds. */
async function within<T>(timeout: number, work: Promise<T>, abort: AbortController): Promise<T> {
  const seconds = timeout / 1000
  const fault = new BucketFault('timeout', `the bucket did not answer within ${seconds} s.`, true)
  const timer = setTimeout(() => abort.abort(fault), timeout)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

async function textOf(answer: BucketAnswer): Promise<string> {
  const parts: Uint8Array[] = []
  for (let part = await answer.read(); part !== null; part = await answer.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}
