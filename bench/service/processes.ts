import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

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
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
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
    rested: () => rested(child.pid),
    async stop(signal = 'SIGTERM') {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill(signal)
      await ended
      process.off('exit', abandon)
    },
  }
}

/** Starts the service as it is packed on a folder with data. */
export const startService = (folder: string): Promise<Running> =>
  startProgram(['dist/server/main.js', 'serve'], {
    PORT: '0',
    GATEHOUSE_DATA: folder,
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

/** Hundredths of a second of processor time that a process took so far; null where the system does not tell. */
function processorTime(pid: number | undefined): number | null {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return null
  }
}

async function rested(pid: number | undefined): Promise<void> {
  const watched = 2000
  for (let before = processorTime(pid); ; ) {
    await pause(watched)
    const now = processorTime(pid)
    if (before === null || now === null || now - before <= 4) return
    before = now
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 60 })

/** What was answered, and how long that took: to the first byte, and in all. */
export interface Answered {
  headers: IncomingMessage['headers']
  text: string
  bytes: number
  first: number
  took: number
}

/** What is asked otherwise than by GET. */
export interface Asked {
  method?: string
  body?: object | string
}

/**
 * Asks and reads the answer to its end. `keep: false` throws away what is read, and `onPiece` hears of each piece.
 * Fails where the answer is no success.
 */
export function ask(
  base: string,
  path: string,
  given: Asked & { keep?: boolean; onPiece?: (bytes: Buffer) => void } = {},
): Promise<Answered> {
  const { method = 'GET', body, keep = true, onPiece } = given
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = request(`${base}${path}`, {
      agent,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}),
      },
    })
    asked.on('error', (error) => {
      // A connection that nobody used for a while may be closed just as it is taken again.
      if (asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
        resolve(ask(base, path, given))
      } else reject(error)
    })
    asked.on('response', (answer) => {
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
    asked.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

/**
 * How long each of `times` requests takes, one after the other, the first ones left out; of several URLs in turn, so
 * that whatever else the machine does falls on all of them.
 * @param before what is done before each turn.
 */
export async function timesBeside(
  addresses: readonly (readonly [base: string, path: string, asked?: Asked])[],
  { times = 40, before }: { times?: number; before?: () => Promise<unknown> } = {},
): Promise<number[][]> {
  const samples: number[][] = addresses.map(() => [])
  for (let index = -5; index < times; index++) {
    await before?.()
    for (const [at, [base, path, asked]] of addresses.entries()) {
      const { took } = await ask(base, path, { ...asked, keep: false })
      if (index >= 0) samples[at]?.push(took)
    }
  }
  return samples
}
