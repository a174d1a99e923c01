import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { howToInstall, installedChromium, launchArguments, readyChromium } from './chromium.mjs'

type Machine = NonNullable<Parameters<typeof installedChromium>[0]>

interface Sketch extends Partial<Omit<Machine, 'exists' | 'works' | 'run' | 'say'>> {
  files?: string[]
  broken?: string[]
  /** Files that a command leaves behind. */
  brings?: (command: string, args: string[]) => string[]
}

function machine({ files = [], broken = [], brings = () => [], ...rest }: Sketch) {
  const there = new Set(files)
  const said: string[] = []
  const ran: string[] = []
  const made: Machine = {
    platform: 'linux',
    home: '/home/ada',
    root: false,
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    exists: (path) => there.has(path),
    list: (folder) =>
      [...there]
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
    works: (path) => !broken.includes(path),
    async run(command, args) {
      ran.push([command.split('/').at(-1), ...args.map((arg) => arg.split('/').at(-1))].join(' '))
      const files = brings(command, args)
      for (const file of files) there.add(file)
      return files.length > 0
    },
    say: (line) => said.push(line),
    ...rest,
  }
  return { made, said, ran }
}

const shell =
  '/home/ada/.cache/ms-playwright/chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell'

describe('an installed Chromium', () => {
  it('is the one the user names, before any other', () => {
    const files = ['/opt/mine/chrome', '/usr/bin/chromium']
    const environment = { PATH: '/usr/bin', CHROME_BIN: '/opt/mine/chrome' }
    expect(installedChromium(machine({ files, environment }).made)).toBe('/opt/mine/chrome')
    const both = { ...environment, PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: '/usr/bin/chromium' }
    expect(installedChromium(machine({ files, environment: both }).made)).toBe('/usr/bin/chromium')
  })

  it.each([
    'chromium-headless-shell',
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ])('is found as %s on the path', (command) => {
    expect(installedChromium(machine({ files: [`/usr/bin/${command}`] }).made)).toBe(`/usr/bin/${command}`)
  })

  it('is passed over when it does not start', () => {
    const files = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome']
    const found = installedChromium(machine({ files, broken: ['/usr/bin/chromium-browser'] }).made)
    expect(found).toBe('/usr/bin/google-chrome')
  })

  it('is found in the usual places of macOS and Windows', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(installedChromium(machine({ platform: 'darwin', files: [mac] }).made)).toBe(mac)
    const windows = join('C:/Program Files', 'Google', 'Chrome', 'Application', 'chrome.exe')
    const environment = { PROGRAMFILES: 'C:/Program Files' }
    expect(installedChromium(machine({ platform: 'win32', environment, files: [windows] }).made)).toBe(
      windows,
    )
  })

  it('is the newest of those that Playwright has downloaded', () => {
    const older = shell.replace('1200', '999')
    expect(installedChromium(machine({ files: [older, shell] }).made)).toBe(shell)
    const moved = shell.replace('/home/ada/.cache/ms-playwright', '/srv/browsers')
    const environment = { PLAYWRIGHT_BROWSERS_PATH: '/srv/browsers' }
    expect(installedChromium(machine({ files: [moved], environment }).made)).toBe(moved)
  })
})

describe('getting a Chromium', () => {
  it('does nothing when one is installed', async () => {
    const { made, ran, said } = machine({ files: ['/usr/bin/chromium'] })
    expect(await readyChromium(made)).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
    expect(said).toEqual([])
  })

  it('downloads with Playwright first', async () => {
    const { made, ran, said } = machine({ root: true, files: ['/etc/debian_version'], brings: () => [shell] })
    expect(await readyChromium(made)).toBe(shell)
    expect(ran).toEqual([expect.stringMatching(/^node cli\.js install .*chromium$/)])
    expect(said).toHaveLength(1)
  })

  it.each([
    ['chromium-headless-shell', ['chromium-headless-shell', 'chromium']],
    ['chromium', ['chromium']],
  ])('takes %s of Debian as root when the download fails', async (name, packages) => {
    const brings = (command: string, args: string[]) => {
      if (command !== 'apt-get') return []
      if (args[0] === 'update') return ['/var/lib/apt/lists/debian']
      return packages.includes(args.at(-1) ?? '') ? [`/usr/bin/${args.at(-1)}`] : []
    }
    const { made, ran } = machine({ root: true, files: ['/etc/debian_version'], brings })
    expect(await readyChromium(made)).toBe(`/usr/bin/${name}`)
    expect(ran.slice(1, 3)).toEqual([
      'apt-get update',
      'apt-get install -y --no-install-recommends chromium-headless-shell',
    ])
  })

  it.each([
    { root: false, files: ['/etc/debian_version'] },
    { root: true, files: [] },
    { root: true, files: ['/etc/debian_version'], platform: 'darwin' },
  ])('leaves the system alone otherwise: %o', async (sketch) => {
    const { made, ran } = machine(sketch)
    expect(await readyChromium(made)).toBeUndefined()
    expect(ran).toHaveLength(1)
    expect(howToInstall.split('\n')).toHaveLength(1)
  })
})

it('drops the sandbox for root alone', () => {
  expect(launchArguments(true)).toContain('--no-sandbox')
  expect(launchArguments(false)).not.toContain('--no-sandbox')
  expect(launchArguments(false)).toContain('--disable-background-networking')
})
