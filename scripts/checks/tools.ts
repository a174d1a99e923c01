import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinnedEnvironment, root } from '../prepare.mjs'

const packages = join(root, 'node_modules')

/** The tools of the checks, as files to run with the pinned Node. */
export const tools = {
  types: join(packages, 'typescript', 'bin', 'tsc'),
  biome: join(packages, '@biomejs', 'biome', 'bin', 'biome'),
  lint: join(root, 'scripts', 'lint.ts'),
  knip: join(packages, 'knip', 'bin', 'knip.js'),
  vitest: join(packages, 'vitest', 'vitest.mjs'),
  build: join(root, 'scripts', 'build.mjs'),
  size: join(root, 'scripts', 'size.ts'),
  playwright: join(packages, '@playwright', 'test', 'cli.js'),
}

const running = new Set<ChildProcess>()

/** Stops every running tool, if the test run is interrupted. */
export function endTools() {
  for (const child of running) child.kill('SIGTERM')
}

export interface Ended {
  /** Exit status; null if a signal ended it, or if it did not start. */
  status: number | null
  /** The signal that ended it. */
  signal?: NodeJS.Signals
  /** Its output, if it was captured. */
  output: string
}

interface Options {
  environment?: Record<string, string>
  /** Captures the output instead of showing it immediately, for tools that run in parallel. */
  quiet?: boolean
}

/** Runs a tool with the pinned Node in the root of the project. */
export function runTool(args: string[], { environment = {}, quiet = false }: Options = {}): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: pinnedEnvironment(environment),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  })
  running.add(child)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const end = (ended: Omit<Ended, 'output'>) => {
    running.delete(child)
    resolve({ ...ended, output })
  }
  child.on('error', (error) => {
    output += error.message
    end({ status: null })
  })
  child.on('close', (status, signal) => end({ status, ...(signal && { signal }) }))
  return promise
}
