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
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is "loud", but must be one of trace/],
    ['DATABASE_URL', 'mysql://user:secret@host/db', /^DATABASE_URL is \(hidden\), but must be a URL such as/],
    ['DATABASE_URL', 'host/db', /^DATABASE_URL is \(hidden\)/],
    ['GATEHOUSE_UPSTREAM', 'https://x', /^GATEHOUSE_UPSTREAM/],
  ])('stops at %s=%s with one line', (name, value, line) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigFault)
    expect(() => readConfig({ [name]: value })).toThrow(line)
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
