import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface RunningService {
  base: string
  signInLink: string
  dataFolder: string
  /** A token with all scopes. */
  token: string
  stop(): Promise<void>
}

interface RequestOptions {
  body?: object | string
  /** The token to use; the one with all scopes by default. */
  token?: string
}

const root = join(import.meta.dirname, '..', '..')

/** Of the built service, which starts in half the time of its sources. */
const builtProgram = join(root, 'dist', 'server', 'main.js')

/** Every service starts with a new folder, where it would compile its code anew. */
const compileCache = join(root, 'node_modules', '.cache', 'gatehouse')

/**
 * Starts the real service with the built dashboard and the demo organization, with its own port and folder.
 * @param environment variables that differ.
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const token = environment['GATEHOUSE_TOKEN'] ?? `e2e-token-${crypto.randomUUID()}`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', builtProgram, 'serve', '--now', new Date().toISOString()],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        GATEHOUSE_DATA: dataFolder,
        GATEHOUSE_DEMO: '1',
        GATEHOUSE_TOKEN: token,
        LOG_LEVEL: 'warn',
        NODE_COMPILE_CACHE: compileCache,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise((resolve) => child.on('close', resolve))
  const { base, signInLink } = await readyLines(child)
  return {
    base,
    signInLink,
    dataFolder,
    token,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function readyLines(child: ChildProcess): Promise<{ base: string; signInLink: string }> {
  if (!child.stdout) throw new Error('the service has no standard output')
  let base = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\S+/.exec(line)?.[0] ?? ''
    if (line.startsWith('Gatehouse is ready at ')) base = address
    if (line.includes('/sign-in#code=')) return { base, signInLink: address }
  }
  throw new Error('the service ended before it was ready')
}

/** Sends an API request with a token. @throws if the status is not 2xx. */
export async function sendRequest<T>(
  service: RunningService,
  method: string,
  path: string,
  { body, token = service.token }: RequestOptions = {},
): Promise<T> {
  const answer = await fetch(`${service.base}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === 'object' ? JSON.stringify(body) : body }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  // parse: the service's tests check that responses follow the contract.
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Sends a request over the owner-only socket, as the command line does, and returns the answer. */
export function askAsOwner(
  service: RunningService,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const clientRequest = httpRequest(
      {
        socketPath: join(service.dataFolder, 'gatehouse.sock'),
        method,
        path,
        headers: { 'content-type': 'application/json' },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(text)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        )
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body && JSON.stringify(body))
  })
}
