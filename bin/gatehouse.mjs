#!/usr/bin/env node
// The command `gatehouse`: runs the service's command line under the Node that the package pins.
// Plain JavaScript for any Node from 20 on.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRuntime, runtimeFile, runtimeMajor, runtimeOptions, runtimePackage } from './runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// A checkout runs its TypeScript as it is; the packed package carries JavaScript alone.
const program = ['src/server/main.ts', 'dist/server/main.js'].map((file) => join(root, file)).find(existsSync)

/** @param {string} line */
function stop(line) {
  process.stderr.write(`gatehouse: ${line}\n`)
  process.exit(1)
}

/** The Node that came with the package; where none came for the platform, this one if it will do. */
function pinnedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${runtimePackage}/package.json`))
    const file = join(folder, ...runtimeFile.split('/'))
    if (existsSync(file)) return file
  } catch {
    // Not installed at all.
  }
  return isRuntime ? process.execPath : undefined
}

const node = pinnedNode()
if (!program) {
  stop('the package is incomplete: it contains neither dist/server/main.js nor src/server/main.ts.')
} else if (!node) {
  stop(
    `Node ${runtimeMajor} is missing: install the package ${runtimePackage} (npm install --include=optional), or use Node ${runtimeMajor}.`,
  )
} else {
  const args = [...runtimeOptions, program, ...process.argv.slice(2)]
  const child = spawn(node, args, { stdio: 'inherit' })
  const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])
  for (const signal of signals) {
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => stop(`cannot run ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
