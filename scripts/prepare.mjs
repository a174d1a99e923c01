// Makes a checkout ready to run. Plain JavaScript for any Node from 20 on, without any installed package: the
// TypeScript of the project needs the pinned Node, which is installed with the packages if there is one for the
// platform.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRuntime, runtimeFile, runtimeMajor, runtimePackage } from '../bin/runtime.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
const bins = join(root, 'node_modules', '.bin')

/** The Node that the project pins, from the package of this platform. */
const pinnedNode = join(root, 'node_modules', runtimePackage, ...runtimeFile.split('/'))

/**
 * Writes one line about the current step. Standard output is reserved for the command itself.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`gatehouse: ${line}\n`)
}

/**
 * Writes an error as one line and exits with status 1.
 * @param {string} line
 * @returns {never}
 */
function stop(line) {
  say(line)
  process.exit(1)
}

/** @param {string} file */
function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Whether the installed packages are those of the lockfile. npm writes its own record of what it put
 * into node_modules as its last step, so an install that was cut off counts as not there.
 * @param {{ packages?: Record<string, LockEntry> }} wanted content of package-lock.json
 * @param {{ packages?: Record<string, LockEntry> }} installed content of node_modules/.package-lock.json
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockEntry
 */
export function sameLock(wanted, installed) {
  const there = installed.packages ?? {}
  return Object.entries(wanted.packages ?? {}).every(([place, entry]) => {
    if (place === '') return true
    const found = there[place]
    // Packages for other platforms are in the lockfile but never installed.
    if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true
    const sameContent = !found.integrity || !entry.integrity || found.integrity === entry.integrity
    return found.version === entry.version && sameContent
  })
}

function packagesAreReady() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  return sameLock(json(join(root, 'package-lock.json')), json(record))
}

/** @param {string[]} args */
function npm(args) {
  // The pinned Node must not run npm: `npm ci` deletes it.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== bins)
  const env = { ...process.env, PATH: path.join(delimiter) }
  const script = process.env['npm_execpath']
  const node = process.env['npm_node_execpath']
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, env, stdio: ['ignore', 2, 2] }
  if (script?.endsWith('.js') && node && !node.startsWith(join(root, 'node_modules'))) {
    return spawnSync(node, [script, ...args], options).status === 0
  }
  return spawnSync(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows }).status === 0
}

/** Returns the pinned version for this platform; undefined if no package provides it. */
function pinnedVersion() {
  return json(join(root, 'package.json')).optionalDependencies[runtimePackage]
}

function pinnedNodeRuns() {
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${pinnedVersion()}`
}

/** Returns the Node that runs the project: the pinned one, or the current one if none is pinned for the platform. */
function runtime() {
  return pinnedVersion() === undefined ? process.execPath : pinnedNode
}

/** Installs the packages if they are missing or differ from the lockfile, and checks the pinned Node. */
export function preparePackages() {
  if (Number.parseInt(process.versions.node, 10) < 20) {
    stop(`Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org).`)
  }
  const isPinned = pinnedVersion() !== undefined
  // npm treats a package of the platform as optional.
  if (!packagesAreReady() || (isPinned && !existsSync(pinnedNode))) {
    say('installing the packages of package-lock.json (npm ci)')
    // A NODE_ENV of `production` would omit the packages that build the dashboard.
    if (!npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'])) {
      stop('the packages could not be installed: npm says why above; check the network and run this again.')
    }
  }
  const here = `${process.platform} ${process.arch}`
  if (!isPinned && !isRuntime)
    stop(`no Node is pinned for ${here}: run this with Node ${runtimeMajor} (https://nodejs.org).`)
  if (isPinned && !pinnedNodeRuns()) {
    stop(
      `the pinned Node (the package ${runtimePackage}) is not there or does not run on ${here}: npm leaves it out where it cannot be had or its checksum is another one. See to that and run this again.`,
    )
  }
}

const builds = {
  web: {
    title: 'the dashboard',
    configs: ['vite.config.ts', 'vite.document.config.ts'],
    inputs: ['src', 'public', 'index.html', 'package.json', 'package-lock.json'],
    /** @param {string} file */
    skips: (file) => /^src\/server\//.test(file),
    result: 'dist/web/index.html',
  },
  server: {
    title: 'the service',
    configs: ['vite.server.config.ts'],
    inputs: ['src', 'package.json', 'package-lock.json'],
    /** @param {string} file */
    skips: (file) => !/^src\/(server|contract|lib)\//.test(file) && file.startsWith('src/'),
    result: 'dist/server/main.js',
  },
}

/**
 * Returns all files under a folder, or the file itself, with forward slashes. (A recursive `readdirSync` requires Node
 * 20.1.)
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}

/**
 * Returns a file and the project files it imports, directly or indirectly.
 * @param {string} file
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.{1,2}\/[^']+)'/g)) {
    withImports(posix.join(posix.dirname(file), path), found)
  }
  return found
}

/**
 * Returns the files that a half is built from, including the configuration and its plugins.
 * @param {'web' | 'server'} name
 * @returns {string[]}
 */
export function buildSources(name) {
  const { configs, inputs, skips } = builds[name]
  const sources = inputs.flatMap(filesUnder).filter((file) => !skips(file) && !/\.test\.tsx?$/.test(file))
  return [...sources, ...configs.flatMap((config) => [...withImports(config)])]
}

/**
 * Returns a hash of names and contents: by modification times, every fresh clone would be stale.
 * @param {string[]} files
 */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Builds one half if its result is missing or older than its sources.
 * @param {'web' | 'server'} name
 * @param {{ always?: boolean }} [options] `always` builds even when nothing has changed
 * @returns {boolean} whether the build is there
 */
export function prepareBuild(name, { always = false } = {}) {
  const build = builds[name]
  const stamp = join(root, 'dist', `${name}.stamp`)
  const now = fingerprint(buildSources(name))
  const done =
    existsSync(stamp) && existsSync(join(root, build.result)) && readFileSync(stamp, 'utf8') === now
  if (done && !always) return true
  say(`building ${build.title}`)
  rmSync(stamp, { force: true })
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  for (const config of build.configs) {
    const args = [vite, 'build', '--config', config, '--logLevel', 'warn']
    const { status } = spawnSync(runtime(), args, {
      cwd: root,
      env: pinnedEnvironment(),
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) return false
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
  return true
}

/**
 * Returns the environment in which `node` and every tool of the project are the pinned ones.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function pinnedEnvironment(more = {}) {
  const rest = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== bins)
  return { ...process.env, PATH: [bins, ...rest].join(delimiter), ...more }
}

/**
 * Runs the pinned Node in the foreground, forwards signals, and exits with its status.
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
export function become(args, environment = {}) {
  const child = spawn(runtime(), args, { cwd: root, env: pinnedEnvironment(environment), stdio: 'inherit' })
  const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])
  for (const signal of signals) {
    // A terminal sends an interrupt to the whole process group; forwarding it would be a second one, which means "at
    // once".
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => stop(`cannot run ${runtime()}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
