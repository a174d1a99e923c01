/** Why a request to a bucket failed, as a sentence for people, without addresses and credentials. */
export class BucketFault extends Error {
  /** The code of S3, such as `NoSuchKey`, or that of a broken connection. */
  readonly code: string
  /** Whether the same request may succeed when it is repeated. */
  readonly isTemporary: boolean

  constructor(code: string, message: string, isTemporary: boolean) {
    super(message)
    this.code = code
    this.isTemporary = isTemporary
  }
}

/** What an answer with an error means. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export function faultOfAnswer(status: number, code: string): BucketFault {
  const shown = `(${status}${code === '' ? '' : ` ${code}`})`
  const [reason, isTemporary] = meaningOf(status, code)
  return new BucketFault(code || String(status), `${reason} ${shown}.`, isTemporary)
}

function meaningOf(status: number, code: string): [string, boolean] {
  if (status === 429 || status >= 500 || code === 'SlowDown') return ['the bucket is not available', true]
  if (code === 'RequestTimeout') return ['the bucket did not receive the request in time', true]
  if (code === 'RequestTimeTooSkewed') return ['the clock of this machine is wrong', false]
  if (code === 'NoSuchBucket') return ['the bucket does not exist', false]
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
    return ['the bucket is in another region than AWS_REGION', false]
  if (status === 401 || status === 403) return ['the bucket refuses access', false]
  if (status === 404) return ['the object does not exist', false]
  return ['the bucket rejected the request', false]
}

/** What an error of `fetch` means: a connection that was refused or broke. */
export function faultOfConnection(error: unknown): BucketFault {
  if (error instanceof BucketFault) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
  return new BucketFault(code, `the bucket cannot be reached (${code}).`, true)
}
