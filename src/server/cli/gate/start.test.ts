import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', '..')

/** Writes the URL of each module that is loaded, after the command has ended. */
const listing = `import { registerHooks } from 'node:module'
const urls = []
registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
process.on('exit', () => process.stderr.write(JSON.stringify(urls)))`

/** The modules that a command loads: paths of the sources, and the names of packages. */
async function modulesOf(words: readonly string[], environment: Record<string, string> = {}) {
  const hook = `data:text/javascript,${encodeURIComponent(listing)}`
  const main = join(root, 'src', 'server', 'main.ts')
  const options = ['--disable-warning=ExperimentalWarning', '--import', hook]
  const child = spawn(process.execPath, [...options, main, ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  // parse: written by the hook, behind the lines of the command.
  const urls = JSON.parse(errors.slice(errors.lastIndexOf('["'))) as string[]
  const paths = urls.filter((url) => url.startsWith('file:')).map((url) => url.replace(/\?.*$/, ''))
  const packages = paths.flatMap((path) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const sources = paths.flatMap((path) => /\/src\/((?!.*node_modules).*)$/.exec(path)?.[1] ?? [])
  return { output: output + errors, packages: new Set(packages), sources }
}

// The start of the command takes as long as its modules take: 0.1 to 0.2 s, and 1.5 s with those of the service.
it('loads neither the database, nor the service, nor the readers of reports', async () => {
  const refused = { GATEHOUSE_URL: 'http://127.0.0.1:1', GATEHOUSE_TOKEN: 'gate_x' }
  const words = ['gate', '--project', 'acme/shop', '--commit', 'a'.repeat(40), '--timeout', '1']
  for (const run of [modulesOf(['gate', '--help']), modulesOf(words, refused)]) {
    const { output, packages, sources } = await run
    expect(output).toMatch(/--commit|No verdict/)
    expect(sources).toContain('server/cli/gate.ts')
    const heavy =
      /^server\/(?!main\.ts|cli\/|base\/config\/|base\/package-folder\.ts|base\/version\.ts|operations\/(command|progress)\.ts|operations\/client\/(connection|problem-details)\.ts|operations\/folder\/private-folder\.ts|reports\/report\/summary\.ts|reports\/values\/)|^dashboard\//
    expect(sources.filter((path) => heavy.test(path))).toEqual([])
    expect([...packages]).toEqual([])
    expect(sources.length).toBeLessThan(60)
  }
})
