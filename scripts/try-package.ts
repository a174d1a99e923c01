// `npm run try-package`: packs Gatehouse, installs the packed file in an empty folder, and starts it there.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-package-'))

function run(command: string, args: string[], cwd: string) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: status ${status}`)
}

/** Starts the installed service on a free port and returns its URL, from its first line. */
async function startInstalled(): Promise<{ address: string; stop: () => Promise<number | null> }> {
  const environment = {
    ...process.env,
    PORT: '0',
    GATEHOUSE_DATA: join(folder, 'data'),
    // The demo content is read from files of the package.
    GATEHOUSE_DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  const program = join(folder, 'node_modules', '.bin', 'gatehouse')
  const child = spawn(program, ['serve'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let output = ''
  for await (const chunk of child.stdout) {
    output += String(chunk)
    const address = /^Gatehouse is ready at (\S+)/m.exec(output)?.[1]
    if (address === undefined) continue
    const stop = () => {
      child.kill('SIGTERM')
      return ended
    }
    return { address, stop }
  }
  throw new Error(`the installed service ended with status ${await ended} before it was ready`)
}

async function expectAnswer(address: string, path: string, type: string) {
  const answer = await fetch(new URL(path, address))
  const contentType = answer.headers.get('content-type') ?? 'none'
  if (!answer.ok || !contentType.includes(type)) throw new Error(`${path}: ${answer.status}, ${contentType}`)
  console.log(`${path}: ${answer.status}, ${contentType}`)
}

try {
  run('npm', ['pack', '--pack-destination', folder], root)
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (packed === undefined) throw new Error('npm pack made no file')
  const manifest = { name: 'somewhere', private: true }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed)], folder)
  const { address, stop } = await startInstalled()
  await expectAnswer(address, '/healthz', '')
  await expectAnswer(address, '/', 'text/html')
  const status = await stop()
  if (status !== 0) throw new Error(`the service ended with status ${status}`)
  console.log('the packed package installs, starts and stops')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
