import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { nameFault } from '#contract/parameters/name-fault.ts'
import type { BucketConfig } from './bucket.ts'
import { type DatabaseConfig, readDatabaseConfig, readExportStorage } from './database.ts'
import { type MailConfig, readMailConfig } from './mail.ts'
import { type MetricsConfig, readMetricsConfig } from './metrics.ts'
import { readSingleSignOnConfig, type SingleSignOnConfig } from './single-sign-on.ts'

/** The configuration from the environment. Source: README, "Environment". */
export interface Config {
  host: string
  port: number
  /** Folder of the embedded database and of files that this process writes, absolute. */
  dataFolder: string
  /** Where the files of SBOM exports are kept. */
  exportStorage: 'folder' | 'database' | BucketConfig
  /** Null for the embedded database. */
  database: DatabaseConfig | null
  /** A token with all scopes, set for automation. */
  token: string | null
  /** Whether the demo organization is loaded into an empty database. */
  demo: boolean
  /** The public URL, without a trailing slash; null to derive it from HOST and PORT. */
  publicUrl: string | null
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
  /** Addresses and ranges that webhooks may be sent to although they are not public. */
  webhookAddresses: string[]
  /** The deployment of a new database. */
  deployment: { slug: string; name: string }
  /** How long requests are still answered after the signal to stop, in milliseconds. */
  stopDelay: number
  /** Requests a minute for each token; null for no limit. */
  rateLimit: number | null
  /** Open connections of one address. */
  connectionsOfAddress: number
  /** The most memory of columns of findings and dependencies, in bytes; null to follow the size of deployments. */
  columnMemory: number | null
  logLevel: string
  /** Where metrics are served; null if they are not. */
  metrics: MetricsConfig | null
  /** The server that sends e-mail; null if there is none. */
  mail: MailConfig | null
  /** The provider of single sign-on; null if there is none. */
  singleSignOn: SingleSignOnConfig | null
}

/** An environment variable has an invalid value; the message contains its name, its value and the allowed values. */
export class ConfigFault extends Error {}

const notBuilt = ['GATEHOUSE_UPSTREAM', 'GATEHOUSE_UPSTREAM_TOKEN']
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** The folder of the embedded database and the exports, absolute. */
export function dataFolderOf(environment: NodeJS.ProcessEnv): string {
  return resolve(environment['GATEHOUSE_DATA'] || './data')
}

/**
 * Reads and validates the environment; an empty variable counts as not set.
 * @param demoByDefault whether `GATEHOUSE_DEMO` is on if it is not set.
 * @throws ConfigFault at the first invalid value.
 */
export function readConfig(environment: NodeJS.ProcessEnv, demoByDefault = false): Config {
  const read = (name: string) => environment[name] || null
  const wrong = (name: string, may: string): never => {
    throw new ConfigFault(`${name} is ${shownValue(name, read(name))}, but ${may}.`)
  }
  for (const name of notBuilt) if (read(name)) wrong(name, 'is not supported in this version; leave it unset')

  const port = read('PORT') ?? '4400'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) wrong('PORT', 'must be a number from 0 to 65535')
  const host = read('HOST') ?? '127.0.0.1'
  if (!/^[A-Za-z0-9.:_-]{1,255}$/.test(host)) wrong('HOST', 'must be a host name or an address')
  const token = read('GATEHOUSE_TOKEN')
  if (token !== null && !/^[\x21-\x7e]{32,500}$/.test(token)) {
    wrong('GATEHOUSE_TOKEN', 'must have 32 to 500 characters and no spaces')
  }
  const demo = read('GATEHOUSE_DEMO') ?? (demoByDefault ? '1' : '0')
  if (!/^[01]$/.test(demo)) wrong('GATEHOUSE_DEMO', 'must be 1 or 0')
  const publicUrl = read('GATEHOUSE_PUBLIC_URL')
  const origin = publicUrl === null ? null : originOf(publicUrl)
  if (publicUrl !== null && origin === null) {
    wrong(
      'GATEHOUSE_PUBLIC_URL',
      'must be an HTTP or HTTPS URL without a path, user name, password or query, such as https://gatehouse.example',
    )
  }
  const readAddresses = (name: string) => {
    const addresses = (read(name) ?? '').split(',').flatMap((one) => one.trim() || [])
    if (addresses.every(isAddressOrRange)) return addresses
    return wrong(name, 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8')
  }
  const deployment = readDeployment(read('GATEHOUSE_DEPLOYMENT') ?? 'main:Main')
  const logLevel = read('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel)) wrong('LOG_LEVEL', `must be one of ${logLevels.join(', ')}`)

  return {
    host,
    port: Number(port),
    dataFolder: dataFolderOf(environment),
    database: readDatabaseConfig(read, wrong),
    exportStorage: readExportStorage(read, wrong),
    token,
    demo: demo === '1',
    publicUrl: origin,
    trustedProxies: readAddresses('GATEHOUSE_TRUSTED_PROXIES'),
    webhookAddresses: readAddresses('GATEHOUSE_WEBHOOK_ADDRESSES'),
    deployment: deployment ?? wrong('GATEHOUSE_DEPLOYMENT', slugAndName),
    ...readLimits(read, wrong),
    logLevel,
    metrics: readMetricsConfig(read, wrong),
    mail: readMailConfig(read, wrong),
    singleSignOn: readSingleSignOnConfig(read, wrong),
  }
}

/** Limits of the service, which are numbers. */
function readLimits(
  read: (name: string) => string | null,
  wrong: (name: string, may: string) => never,
): Pick<Config, 'rateLimit' | 'connectionsOfAddress' | 'stopDelay' | 'columnMemory'> {
  const rateLimit = read('GATEHOUSE_RATE_LIMIT')
  if (rateLimit !== null && !/^[1-9]\d{0,6}$/.test(rateLimit)) {
    wrong('GATEHOUSE_RATE_LIMIT', 'must be a number of requests per minute from 1 to 9999999')
  }
  const ofAddress = read('GATEHOUSE_CONNECTIONS_PER_ADDRESS') ?? '200'
  if (!/^[1-9]\d{0,4}$/.test(ofAddress)) {
    wrong('GATEHOUSE_CONNECTIONS_PER_ADDRESS', 'must be a number of connections from 1 to 99999')
  }
  const stopDelay = read('GATEHOUSE_STOP_DELAY') ?? '0'
  if (!/^\d{1,3}$/.test(stopDelay) || Number(stopDelay) > 300) {
    wrong('GATEHOUSE_STOP_DELAY', 'must be a number of seconds from 0 to 300')
  }
  const columnMemory = read('GATEHOUSE_COLUMN_MEMORY')
  if (columnMemory !== null && !/^[1-9]\d{0,6}$/.test(columnMemory)) {
    wrong('GATEHOUSE_COLUMN_MEMORY', 'must be a number of megabytes from 1 to 9999999')
  }
  return {
    stopDelay: Number(stopDelay) * 1000,
    rateLimit: rateLimit === null ? null : Number(rateLimit),
    connectionsOfAddress: Number(ofAddress),
    columnMemory: columnMemory === null ? null : Number(columnMemory) * 1024 * 1024,
  }
}

/** The value of a variable in a message, without secrets. */
function shownValue(name: string, value: string | null): string {
  if (value === null) return 'not set'
  return /TOKEN|SECRET|DATABASE_|ACCESS_KEY|SMTP/.test(name) || /\/\/[^/]*@/.test(value)
    ? '(hidden)'
    : `"${value}"`
}

/** The format of a deployment on the command line and in the environment. */
export const slugAndName =
  'must be slug:Name, where the slug has 1 to 63 lowercase letters, digits and hyphens, with at least one letter'

/** Reads `slug:Name`; null if the format differs. Source: docs/api.md#rules-for-all-operations. */
export function readDeployment(text: string): { slug: string; name: string } | null {
  const [, slug, name] = /^([a-z0-9-]{1,63}):(.{1,100})$/u.exec(text) ?? []
  const normalized = name?.normalize('NFC').trim()
  return slug && normalized && /[a-z]/.test(slug) && nameFault(normalized) === null
    ? { slug, name: normalized }
    : null
}

/** The dashboard is served at the root of its host, so the URL may contain only scheme, host and port. */
function originOf(text: string): string | null {
  const address = URL.parse(text)
  if (address === null || !/^https?:$/.test(address.protocol)) return null
  const connection = /^\/*$/.test(address.pathname) && !address.search && !address.hash
  return connection && !address.username && !address.password ? address.origin : null
}

/** Whether a text is an IP address, or a range of them such as `10.0.0.0/8`. */
function isAddressOrRange(text: string): boolean {
  const [address = '', bits] = text.split('/', 2)
  const version = isIP(address)
  if (version === 0 || text.split('/').length > 2) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
