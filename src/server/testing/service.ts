import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import type { ResponseBody, responses } from '#contract/responses/all.ts'
import { mintToken, type NewToken } from '#server/access/tokens/mint.ts'
import { type Config, readConfig } from '#server/base/config/config.ts'
import { createDeployment } from '#server/catalog/deployments/create.ts'
import { type App, buildApp } from '../app.ts'
import type { ServerLimits } from '../http/limits.ts'
import { openTestDatabase } from './database.ts'
import { responseFaults } from './examples/described.ts'

export interface CallOptions {
  path?: Record<string, string | number>
  /** A query string as it stands, or its pairs. */
  query?: string | Record<string, string | number | boolean>
  /** JSON, or bytes for an upload. */
  body?: unknown
  headers?: Record<string, string>
  /** The address the request comes from. */
  from?: string
  /** The bearer token; null sends none. */
  token?: string | null
}

export interface CallResult<T> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: T
  text: string
}

/** What calls the operations of a service, wherever it runs. */
export interface ServiceCalls {
  /** The instant that the service takes for now, milliseconds; set it to let time pass. */
  clock: { now: number }
  /**
   * Calls an operation through HTTP. Its answer is held against the published description. Path parameters
   * `deploymentId` and `deploymentSlug` are those of `main` where not given.
   */
  call<O extends Operation & { id: keyof typeof responses }>(
    operation: O,
    options?: CallOptions,
  ): Promise<CallResult<ResponseBody<O['id']>>>
}

export interface TestService extends App, ServiceCalls {
  /** The deployment that every test service has. */
  deployment: { id: number; slug: string }
  /** A token with all scopes and Web API access. */
  token: string
  /** Makes another deployment; its id. */
  addDeployment(slug: string): Promise<number>
  /** Makes another token; its secret. */
  mint(made: Partial<NewToken>): Promise<string>
  /** Calls any address through HTTP. */
  send(method: string, url: string, options?: CallOptions): Promise<CallResult<unknown>>
}

/**
 * A whole service on a database in memory, or in a file for what only happens there, closed when the test ends, or by
 * `whenDone`.
 */
export async function startTestService(
  options: {
    config?: Partial<Config>
    webFolder?: string
    program?: string
    onDisk?: boolean
    /** The content of a database to begin with, with the deployment `main`. */
    filled?: Uint8Array
    logger?: pino.Logger
    limits?: Partial<ServerLimits>
    resolveHost?: (host: string) => Promise<readonly string[]>
    /** Takes what closes the service, for one that several tests share. */
    whenDone?: (close: () => Promise<void>) => void
  } = {},
): Promise<TestService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataFolder, ...options.config }
  const clock = { now: Date.UTC(2026, 0, 15, 12) }
  const file = join(dataFolder, 'gatehouse.db')
  if (options.filled) await writeFile(file, options.filled)
  const database = await openTestDatabase(options.onDisk || options.filled ? file : null)
  const { id, token } = await database.write(async (transaction) => {
    const id = options.filled
      ? 1
      : await createDeployment(transaction, { slug: 'main', name: 'Main', now: clock.now })
    const made = await mintToken(transaction, { ...anyToken, now: clock.now })
    return { id, token: made.secret }
  })
  const app = await buildApp({
    config,
    database,
    logger: options.logger ?? pino({ level: 'silent' }),
    version: '0.0.0-test',
    now: () => clock.now,
    webFolder: options.webFolder ?? null,
    program: options.program ?? null,
    limits: options.limits ?? {},
    ...(options.resolveHost ? { resolveHost: options.resolveHost } : {}),
  })
  const { whenDone = onTestFinished } = options
  whenDone(async () => {
    await app.server.close()
    // An export goes on while the service stops, and would write into the folder that is deleted here.
    await app.services.jobs.settled()
    await database.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  const send: TestService['send'] = async (method, url, options = {}) => {
    const json = options.body !== undefined && !Buffer.isBuffer(options.body)
    const bearer = options.token === undefined ? token : options.token
    const response = await app.server.inject({
      method: method as 'GET',
      url,
      ...(options.from === undefined ? {} : { remoteAddress: options.from }),
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { payload: Buffer.isBuffer(options.body) ? options.body : JSON.stringify(options.body) }),
    })
    const coded = response.headers['content-encoding'] === 'br'
    const text = coded ? brotliDecompressSync(response.rawPayload).toString() : response.body
    const isJson = /json/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
      text,
    }
  }

  return {
    ...app,
    deployment: { id, slug: 'main' },
    token,
    clock,
    send,
    async addDeployment(slug) {
      const made = await database.write((transaction) =>
        createDeployment(transaction, { slug, name: slug, now: clock.now }),
      )
      await app.services.deployments.refresh()
      return made
    },
    mint: async (made) => {
      const minted = await database.write((transaction) =>
        mintToken(transaction, { ...anyToken, deploymentId: id, now: clock.now, ...made }),
      )
      return minted.secret
    },
    call: callThrough(send, id),
  }
}

/** Calls operations through what sends requests. */
export function callThrough(send: TestService['send'], deploymentId: number | string): ServiceCalls['call'] {
  return async (operation, options = {}) => {
    const path = { deploymentId, deploymentSlug: 'main', ...options.path } as Record<string, string | number>
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    )
    const query =
      typeof options.query === 'string'
        ? options.query
        : new URLSearchParams(
            Object.entries(options.query ?? {}).map(([key, value]) => [key, String(value)]),
          ).toString()
    const response = await send(operation.method, query ? `${filled}?${query}` : filled, options)
    expect(responseFaults(operation, response)).toEqual([])
    return response as CallResult<never>
  }
}

const anyToken: NewToken = {
  deploymentId: null,
  name: 'Test token',
  person: 'Tess Ter',
  role: 'admin',
  webApiEnabled: true,
  createdBy: null,
  now: 0,
}
