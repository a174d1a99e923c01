import { describe, expect, it } from 'vitest'
import { ConfigFault, readConfig } from './config.ts'

describe('the environment', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4400,
      demo: false,
      deployment: { slug: 'main', name: 'Main' },
      logLevel: 'info',
    })
  })

  it.each([
    ['PORT', 'http', /^PORT is "http", but must be/],
    ['PORT', '65536', /^PORT/],
    ['HOST', 'a b', /^HOST/],
    ['GATEHOUSE_TOKEN', 'short', /^GATEHOUSE_TOKEN is \(hidden\), but must have 32/],
    ['GATEHOUSE_DEMO', 'yes', /^GATEHOUSE_DEMO is "yes", but must be 1 or 0/],
    ['GATEHOUSE_PUBLIC_URL', 'ftp://x', /^GATEHOUSE_PUBLIC_URL/],
    ['GATEHOUSE_PUBLIC_URL', 'https://user:secret@x', /^GATEHOUSE_PUBLIC_URL is \(hidden\)/],
    ['GATEHOUSE_PUBLIC_URL', 'https://x/gatehouse', /without a path/],
    [
      'GATEHOUSE_TRUSTED_PROXIES',
      'proxy.example',
      /^GATEHOUSE_TRUSTED_PROXIES is "proxy.example", but must be/,
    ],
    ['GATEHOUSE_TRUSTED_PROXIES', '10.0.0.0/33', /^GATEHOUSE_TRUSTED_PROXIES/],
    ['GATEHOUSE_TRUSTED_PROXIES', '127.0.0.1,::1/0', /^GATEHOUSE_TRUSTED_PROXIES/],
    ['GATEHOUSE_DEPLOYMENT', 'Main', /^GATEHOUSE_DEPLOYMENT/],
    ['GATEHOUSE_DEPLOYMENT', '123:Digits', /^GATEHOUSE_DEPLOYMENT/],
    ['GATEHOUSE_RATE_LIMIT', '0', /^GATEHOUSE_RATE_LIMIT/],
    ['GATEHOUSE_CONNECTIONS_PER_ADDRESS', '0', /^GATEHOUSE_CONNECTIONS_PER_ADDRESS/],
    ['GATEHOUSE_COLUMN_MEMORY', '1 GB', /^GATEHOUSE_COLUMN_MEMORY is "1 GB", but must be a number of mega/],
    ['GATEHOUSE_STOP_DELAY', '5s', /^GATEHOUSE_STOP_DELAY is "5s", but must be a number of seconds/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is "loud", but must be one of trace/],
    ['DATABASE_URL', 'mysql://user:secret@host/db', /^DATABASE_URL is \(hidden\), but must be a URL such as/],
    ['DATABASE_URL', 'host/db', /^DATABASE_URL is \(hidden\)/],
    [
      'REHEARSE_DATABASE_URL',
      'postgres://user:secret@host/db',
      /^REHEARSE_DATABASE_URL is \(hidden\), but must be set together with DATABASE_URL/,
    ],
    ['GATEHOUSE_UPSTREAM', 'https://x', /^GATEHOUSE_UPSTREAM/],
  ])('stops at %s=%s with one line', (name, value, line) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigFault)
    expect(() => readConfig({ [name]: value })).toThrow(line)
  })

  describe('a bucket for exports', () => {
    const credentials = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'very-secret' }
    const bucket = { EXPORT_STORAGE: 's3://acme-files/gatehouse', AWS_REGION: 'eu-central-1', ...credentials }
    const read = (more: NodeJS.ProcessEnv = {}) => readConfig({ ...bucket, ...more }).exportStorage

    it('is one of AWS by default, with the bucket in the host name', () => {
      expect(read()).toMatchObject({
        bucket: 'acme-files',
        prefix: 'gatehouse/',
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        isPathStyle: false,
        sessionToken: null,
      })
      expect(read({ EXPORT_STORAGE: 's3://acme.files/' })).toMatchObject({ prefix: '', isPathStyle: true })
      expect(read({ AWS_REGION: 'cn-north-1' })).toMatchObject({
        endpoint: 'https://s3.cn-north-1.amazonaws.com.cn',
      })
    })

    it('may be of another service, with the bucket in the path', () => {
      const other = { AWS_REGION: '', AWS_ENDPOINT_URL: 'http://minio.example:9000/' }
      expect(read(other)).toMatchObject({
        endpoint: 'http://minio.example:9000',
        region: 'us-east-1',
        isPathStyle: true,
      })
      expect(read({ ...other, AWS_ENDPOINT_URL_S3: 'https://s3.example' })).toMatchObject({
        endpoint: 'https://s3.example',
      })
      expect(read({ ...other, AWS_S3_FORCE_PATH_STYLE: '0' })).toMatchObject({ isPathStyle: false })
    })

    it.each([
      ['EXPORT_STORAGE', 's3://', /^EXPORT_STORAGE is "s3:\/\/", but must be s3:\/\/bucket/],
      ['EXPORT_STORAGE', 's3://Bucket', /^EXPORT_STORAGE/],
      ['EXPORT_STORAGE', 's3://bucket/a/../b', /^EXPORT_STORAGE/],
      ['EXPORT_STORAGE', 's3://id:very-secret@bucket', /^EXPORT_STORAGE is \(hidden\)/],
      ['EXPORT_STORAGE', 'gs://bucket', /^EXPORT_STORAGE is "gs:\/\/bucket", but must be "folder", "s3:/],
      ['AWS_REGION', '', /^AWS_REGION is not set, but must name the region/],
      ['AWS_ACCESS_KEY_ID', '', /^AWS_ACCESS_KEY_ID is not set, but must be set for EXPORT_STORAGE=s3/],
      ['AWS_SECRET_ACCESS_KEY', '', /^AWS_SECRET_ACCESS_KEY is not set/],
      [
        'AWS_SECRET_ACCESS_KEY',
        'very secret',
        /^AWS_SECRET_ACCESS_KEY is \(hidden\), but must have no spaces/,
      ],
      [
        'AWS_ENDPOINT_URL',
        'minio:9000',
        /^AWS_ENDPOINT_URL is "minio:9000", but must be an HTTP or HTTPS URL/,
      ],
      ['AWS_ENDPOINT_URL_S3', 'https://id:very-secret@s3.example', /^AWS_ENDPOINT_URL_S3 is \(hidden\)/],
      ['AWS_S3_FORCE_PATH_STYLE', 'yes', /^AWS_S3_FORCE_PATH_STYLE is "yes"/],
    ])('stops at %s=%s with one line and no secret', (name, value, line) => {
      expect(() => read({ [name]: value })).toThrow(line)
      expect(() => read({ [name]: value })).not.toThrow(/very.secret/)
    })
  })

  it('takes a public address as it is written, and writes it as browsers do', () => {
    const read = (address: string) => readConfig({ GATEHOUSE_PUBLIC_URL: address }).publicUrl
    expect(read('HTTPS://Gatehouse.Example/')).toBe('https://gatehouse.example')
    expect(read('http://10.0.0.7:80')).toBe('http://10.0.0.7')
    expect(read('https://gatehouse.example:8443//')).toBe('https://gatehouse.example:8443')
  })

  it('takes the proxies as addresses and ranges', () => {
    const read = (text: string) => readConfig({ GATEHOUSE_TRUSTED_PROXIES: text }).trustedProxies
    expect(read('')).toEqual([])
    expect(read('127.0.0.1, ::1,10.0.0.0/8,')).toEqual(['127.0.0.1', '::1', '10.0.0.0/8'])
  })
})
