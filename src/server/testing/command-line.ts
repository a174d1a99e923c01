import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** Of the built service: its sources are hundreds of files, which take twice as long to start. */
export const builtProgram = join(root, 'dist', 'server', 'main.js')

/** Otherwise each start would compile the program anew. */
const compileCache = join(root, 'node_modules', '.cache', 'gatehouse')

export interface Ended {
  status: number | null
  output: string
  errors: string
}

/** Lets a command keep compiled code where it does outside of tests. */
export const ownCompileCache = { NODE_COMPILE_CACHE: '' }

/** A data folder of the test's own. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Starts a command, to be stopped by the test. */
export const launchCommand = (words: string[], environment: Record<string, string>) =>
  launch(words, environment)

function launch(
  words: string[],
  environment: Record<string, string>,
  before: readonly string[] = [],
  input?: Uint8Array,
): ChildProcess {
  const all = [...before, process.execPath, '--disable-warning=ExperimentalWarning', builtProgram, ...words]
  const child = spawn(all[0] ?? '', all.slice(1), {
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      PORT: '0',
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
    },
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

const collected = (stream: NodeJS.ReadableStream | null) => {
  let text = ''
  stream?.on('data', (part) => {
    text += part
  })
  return () => text
}

/**
 * Runs a command to its end; `before` is what stands before its words, such as a program that runs it elsewhere, and
 * `input` what it reads from standard input.
 */
export async function gatehouse(
  words: string[],
  environment: Record<string, string> = {},
  before: readonly string[] = [],
  input?: Uint8Array,
): Promise<Ended> {
  const child = launch(words, environment, before, input)
  const output = collected(child.stdout)
  const errors = collected(child.stderr)
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, output: output(), errors: errors() }
}

export interface Served {
  /** The lines of standard output up to the sign-in link. */
  lines: string[]
  base: string
  /** Empty where it says why there is none. */
  signInLink: string
  /** What stands on standard output by now. */
  output: () => string
  /** The id of the process. */
  pid: number
  /** What it has written to its log so far. */
  log(): string
  /** Sends a signal and waits for the end; the exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the service and waits until it says that it is ready; `before` is as for `gatehouse`. */
export async function serveFor(
  environment: Record<string, string>,
  words: string[] = [],
  before: readonly string[] = [],
): Promise<Served> {
  const child = launch(['serve', ...words], environment, before)
  const errors = collected(child.stderr)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const lines: string[] = []
  if (!child.stdout) throw new Error('no standard output')
  const output = collected(child.stdout)
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (/sign-in#code=|^No sign-in link/.test(line)) break
  }
  // The end of the lines has paused it.
  child.stdout.resume()
  const base = /https?:\S+/.exec(lines[0] ?? '')?.[0]
  const signInLink = /https?:\S+/.exec(lines.at(-1) ?? '')?.[0] ?? ''
  if (!base || lines.length < 2) throw new Error(`The service did not start: ${lines.join(' ')} ${errors()}`)
  return {
    lines,
    base,
    signInLink,
    output,
    pid: child.pid ?? 0,
    log: errors,
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
