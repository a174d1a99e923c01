/** An S3-compatible bucket. */
export interface BucketConfig {
  bucket: string
  /** Before the key of each object: empty, or ends in a slash. */
  prefix: string
  /** URL of the service without a trailing slash. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Belongs to temporary credentials; null for others. */
  sessionToken: string | null
  /** Whether the bucket is in the path of URLs, not in the host name. */
  isPathStyle: boolean
  /** How long an answer, or a part of it, may take, in milliseconds; one with a file three times as long. */
  timeout: number
}

type Read = (name: string) => string | null
type Wrong = (name: string, may: string) => never

const timeout = 10_000

/**
 * Reads the bucket of `EXPORT_STORAGE=s3://bucket/prefix` and the standard variables for it.
 * @param wrong throws ConfigFault with the allowed values.
 */
export function readBucketConfig(location: string, read: Read, wrong: Wrong): BucketConfig {
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]+)*)\/?$/.exec(location) ?? []
  if (bucket === '' || path.split('/').some((part) => /^\.+$/.test(part))) {
    wrong('EXPORT_STORAGE', 'must be s3://bucket or s3://bucket/prefix, such as s3://acme-files/gatehouse')
  }
  const given = readEndpoint(read, wrong)
  const region = read('AWS_REGION') ?? (given === null ? null : 'us-east-1')
  if (region === null) wrong('AWS_REGION', 'must name the region of the bucket, such as eu-central-1')
  if (!/^[a-z0-9-]{1,40}$/.test(region)) wrong('AWS_REGION', 'must be a region such as eu-central-1')
  const credential = (name: string) => {
    const value = read(name)
    if (value === null) return wrong(name, 'must be set for EXPORT_STORAGE=s3://…')
    return /^[\x21-\x7e]+$/.test(value) ? value : wrong(name, 'must have no spaces')
  }
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return {
    bucket,
    prefix: path === '' ? '' : `${path.slice(1)}/`,
    endpoint: given ?? `https://s3.${region}.${domain}`,
    region,
    accessKeyId: credential('AWS_ACCESS_KEY_ID'),
    secretAccessKey: credential('AWS_SECRET_ACCESS_KEY'),
    sessionToken: read('AWS_SESSION_TOKEN'),
    // The certificate of the service is not valid for a bucket with a dot in its name.
    isPathStyle: readPathStyle(read, wrong) ?? (given !== null || bucket.includes('.')),
    timeout,
  }
}

function readEndpoint(read: Read, wrong: Wrong): string | null {
  const name = read('AWS_ENDPOINT_URL_S3') === null ? 'AWS_ENDPOINT_URL' : 'AWS_ENDPOINT_URL_S3'
  const value = read(name)
  if (value === null) return null
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    return wrong(name, 'must be an HTTP or HTTPS URL without a user, such as https://minio.example:9000')
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function readPathStyle(read: Read, wrong: Wrong): boolean | null {
  const value = read('AWS_S3_FORCE_PATH_STYLE')
  if (value === null) return null
  if (!/^(1|0|true|false)$/.test(value)) wrong('AWS_S3_FORCE_PATH_STYLE', 'must be 1 or 0')
  return value === '1' || value === 'true'
}
