import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { runtimeOptions } from '../../bin/runtime.mjs'

export const root = join(import.meta.dirname, '..', '..')
/** The token of every service that is measured. */
export const token = 'bench-token-bench-token-bench-token'

/** A server in a process of its own that is being measured. */
export interface Running {
  base: string
  /** Milliseconds from its start to its first line that names its URL. */
  readyAfter: number
  /** Its resident memory in MB, the code of the runtime included; null where the system does not tell. */
  memory(): number | null
  /** The processor time that it took so far, in milliseconds; null where the system does not tell. */
  processorTime(): number | null
  /** Resolves when it has nothing to do any more: two seconds with hardly any processor time. */
  rested(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a program of ours; resolves when it says where it listens. */
export async function startProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Running> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...runtimeOptions, ...words], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const base = await addressOf(child)
  return {
    base,
    readyAfter: performance.now() - begun,
    memory: () => residentMemory(child.pid),
    processorTime: () => processorTime(child.pid),
    rested: () => rested(child.pid),
    async stop(signal = 'SIGTERM') {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill(signal)
      await ended
      process.off('exit', abandon)
    },
  }
}

/** Starts the service as it is packed. @param environment leads it to its data. */
export const startService = (environment: NodeJS.ProcessEnv): Promise<Running> =>
  startProgram(['dist/server/main.js', 'serve'], {
    ...environment,
    PORT: '0',
    GATEHOUSE_TOKEN: token,
    LOG_LEVEL: 'error',
  })

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the program has no standard output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0]
    if (address) return address
  }
  throw new Error('the program ended before it was ready')
}

function residentMemory(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Milliseconds of processor time that a process took so far, in steps of 10; null where the system does not tell. */
export function processorTime(pid: number | undefined): number | null {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return null
  }
}

async function rested(pid: number | undefined): Promise<void> {
  const watched = 2000
  for (let before = processorTime(pid); ; ) {
    await delay(watched)
    const now = processorTime(pid)
    if (before === null || now === null || now - before <= 40) return
    before = now
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 60 })

/** A response, and the milliseconds until its first byte and until its end. */
export interface TimedResponse {
  headers: IncomingMessage['headers']
  text: string
  bytes: number
  first: number
  took: number
}

/** The method and body of a request; GET by default. */
export interface RequestOptions {
  method?: string
  body?: object | string
}

/**
 * Sends a request and reads the response to its end. `keep: false` discards the text; `onPiece` is called for each chunk.
 * @throws if the status is not 2xx.
 */
export function sendRequest(
  base: string,
  path: string,
  options: RequestOptions & { keep?: boolean; onPiece?: (bytes: Buffer) => void } = {},
): Promise<TimedResponse> {
  const { method = 'GET', body, keep = true, onPiece } = options
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const clientRequest = request(`${base}${path}`, {
      agent,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
      },
    })
    clientRequest.on('error', (error) => {
      // The server may close an idle connection just when it is reused.
      if (clientRequest.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        resolve(sendRequest(base, path, options))
      } else reject(error)
    })
    clientRequest.on('response', (answer) => {
      let first = 0
      let bytes = 0
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => {
        first ||= performance.now() - begun
        bytes += piece.length
        onPiece?.(piece)
        if (keep) pieces.push(piece)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const took = performance.now() - begun
        const text = Buffer.concat(pieces).toString()
        const { statusCode = 0, headers } = answer
        if (statusCode >= 200 && statusCode < 300) resolve({ headers, text, bytes, first, took })
        else reject(new Error(`${method} ${path} answered ${statusCode}: ${text.slice(0, 500)}`))
      })
    })
    clientRequest.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

/**
 * Times `times` requests of each URL, without the first ones. The URLs take turns, so that other load on the machine
 * affects all of them.
 * @param before runs before each turn.
 */
export async function timeInTurn(
  addresses: readonly (readonly [base: string, path: string, options?: RequestOptions])[],
  { times = 40, before }: { times?: number; before?: () => Promise<unknown> } = {},
): Promise<number[][]> {
  const samples: number[][] = addresses.map(() => [])
  for (let index = -5; index < times; index++) {
    await before?.()
    for (const [at, [base, path, options]] of addresses.entries()) {
      const { took } = await sendRequest(base, path, { ...options, keep: false })
      if (index >= 0) samples[at]?.push(took)
    }
  }
  return samples
}
