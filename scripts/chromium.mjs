// Finds or installs a Chromium for the browser tests and the benchmarks. Plain JavaScript with an injected machine, so
// that every choice can be tested without that machine.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * The properties of the machine that determine the choice.
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {string} home folder of the user
 * @property {boolean} root whether this process may install packages
 * @property {Record<string, string | undefined>} environment
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string[]} list names in a folder, empty where there is none
 * @property {(path: string) => boolean} works whether the file starts as a browser
 * @property {(command: string, args: string[], limits: Limits) => Promise<boolean>} run true for exit status 0
 * @property {(line: string) => void} say
 *
 * @typedef {{ seconds: number, silentSeconds: number, environment?: Record<string, string> }} Limits
 */

// Without windows a browser starts and opens tabs in four fifths of the time.
const commands = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const applications = ['Google Chrome', 'Chromium', 'Google Chrome for Testing']

/** The paths of the browser inside the folder of a Playwright revision. */
const playwrightFiles = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-headless-shell-mac-arm64/chrome-headless-shell',
  'chrome-headless-shell-mac-x64/chrome-headless-shell',
  'chrome-headless-shell-win64/chrome-headless-shell.exe',
  'chrome-linux/headless_shell',
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
]

/** @param {Machine} machine */
function playwrightCache(machine) {
  const { environment, home, platform } = machine
  const chosen = environment['PLAYWRIGHT_BROWSERS_PATH']
  if (chosen && chosen !== '0') return chosen
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright')
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] ?? home, 'ms-playwright')
  return join(environment['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'ms-playwright')
}

/**
 * Returns every path where a browser may be installed, the user's own choice first.
 * @param {Machine} machine
 * @returns {string[]}
 */
function candidatePaths(machine) {
  const { environment, home, platform } = machine
  const named = [environment['PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'], environment['CHROME_BIN']]
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  const onPath = commands.flatMap((command) =>
    path.map((folder) => join(folder, platform === 'win32' ? `${command}.exe` : command)),
  )
  const usual = []
  if (platform === 'darwin') {
    for (const folder of ['/Applications', join(home, 'Applications')]) {
      for (const name of applications) usual.push(join(folder, `${name}.app`, 'Contents', 'MacOS', name))
    }
  }
  if (platform === 'win32') {
    for (const variable of ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']) {
      const folder = environment[variable]
      if (folder) usual.push(join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'))
      if (folder) usual.push(join(folder, 'Chromium', 'Application', 'chrome.exe'))
    }
  }
  const cache = playwrightCache(machine)
  const downloaded = machine
    .list(cache)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => Number(b.split('-')[1]) - Number(a.split('-')[1]))
    .flatMap((revision) => playwrightFiles.map((file) => join(cache, revision, file)))
  return [...named, ...onPath, ...usual, ...downloaded].flatMap((place) => place || [])
}

/**
 * Returns the installed browser, if there is one that starts.
 * @param {Machine} [machine]
 * @returns {string | undefined} path of the executable
 */
export function installedChromium(machine = thisMachine()) {
  const tried = new Set()
  return candidatePaths(machine).find((place) => {
    if (tried.has(place)) return false
    tried.add(place)
    // Some distributions install a script there that only explains how to install the real browser.
    return machine.exists(place) && machine.works(place)
  })
}

/** The message for a person without a browser. */
export const howToInstall =
  'no browser for the browser tests: install Chromium or Chrome (Debian: apt-get install chromium; else: npx playwright install chromium) or name one in CHROME_BIN'

/**
 * Returns the installed browser, otherwise Playwright's download, otherwise the distribution's package.
 * @param {Machine} [machine]
 * @returns {Promise<string | undefined>} path of the executable; undefined if none could be installed
 */
export async function readyChromium(machine = thisMachine()) {
  const executable = installedChromium(machine)
  if (executable) return executable

  machine.say('downloading a browser for the tests (playwright install chromium)')
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  await machine.run(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    seconds: 240,
    silentSeconds: 60,
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' },
  })
  const downloaded = installedChromium(machine)
  if (downloaded) return downloaded

  if (machine.platform === 'linux' && machine.root && machine.exists('/etc/debian_version')) {
    machine.say('installing a browser for the tests (apt-get install chromium-headless-shell)')
    const limits = { seconds: 300, silentSeconds: 120, environment: { DEBIAN_FRONTEND: 'noninteractive' } }
    const install = (/** @type {string} */ name) =>
      machine.run('apt-get', ['install', '-y', '--no-install-recommends', name], limits)
    // Debian 11 has no browser without windows.
    if (await machine.run('apt-get', ['update'], limits))
      (await install('chromium-headless-shell')) || (await install('chromium'))
  }
  return installedChromium(machine)
}

/**
 * Returns the arguments that Chromium is started with: no background requests to the internet, and no sandbox for root,
 * which Chromium requires.
 * @param {boolean} [root]
 * @returns {string[]}
 */
export function launchArguments(root = isRoot()) {
  return [
    ...(root ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
  ]
}

function isRoot() {
  return process.getuid?.() === 0
}

/** @returns {Machine} */
function thisMachine() {
  return {
    platform: process.platform,
    home: homedir(),
    root: isRoot(),
    environment: process.env,
    exists: existsSync,
    list: (path) => (existsSync(path) ? readdirSync(path) : []),
    works(path) {
      // Chrome on Windows opens a window when it is started with `--version`.
      if (process.platform === 'win32') return true
      const { status } = spawnSync(path, ['--version', ...launchArguments()], { timeout: 20_000 })
      return status === 0
    },
    run,
    say: (line) => process.stderr.write(`gatehouse: ${line}\n`),
  }
}

/** @param {string} output */
function lastLine(output) {
  const lines = output.split('\n').map((line) => line.trim())
  return lines.findLast((line) => /error|fail|unable/i.test(line)) ?? lines.findLast(Boolean) ?? 'no answer'
}

/**
 * Runs a command that may hang without a network: it is stopped at its time limit, or when it writes no output.
 * @type {Machine['run']}
 */
function run(command, args, limits) {
  const { promise, resolve } = /** @type {PromiseWithResolvers<boolean>} */ (Promise.withResolvers())
  const child = spawn(command, args, {
    env: { ...process.env, ...limits.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const kill = () => child.kill('SIGKILL')
  const whole = setTimeout(kill, limits.seconds * 1000)
  let silence = setTimeout(kill, limits.silentSeconds * 1000)
  const heard = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString()).slice(-2000)
    clearTimeout(silence)
    silence = setTimeout(kill, limits.silentSeconds * 1000)
  }
  child.stdout.on('data', heard)
  child.stderr.on('data', heard)
  const end = (/** @type {boolean} */ done) => {
    clearTimeout(whole)
    clearTimeout(silence)
    if (!done) process.stderr.write(`gatehouse: that failed: ${lastLine(output)}\n`)
    resolve(done)
  }
  child.on('error', () => end(false))
  child.on('close', (code) => end(code === 0))
  return promise
}
