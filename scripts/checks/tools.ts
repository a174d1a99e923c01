import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinnedEnvironment, root } from '../prepare.mjs'

const packages = join(root, 'node_modules')

/** The tools of the checks, as files that the pinned Node runs. */
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

/** Ends every tool that still runs: for an interrupted test run. */
export function endTools() {
  for (const child of running) child.kill('SIGTERM')
}

export interface Ended {
  /** Exit status; null where a signal ended it, or where it did not start. */
  status: number | null
  /** The signal that ended it. */
  signal?: NodeJS.Signals
  /** What it wrote, where it was kept back. */
  output: string
}

interface Options {
  environment?: Record<string, string>
  /** Keeps the output back instead of showing it as it comes: for tools that run side by side. */
  quiet?: boolean
}

/** Runs a tool under the pinned Node in the root of the project. */
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
