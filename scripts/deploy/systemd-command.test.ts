import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../prepare.mjs'

const script = join(root, 'deploy/systemd/gatehouse.sh')

/** Instead of starting a unit, keeps the arguments and the files of settings. */
const fakeRun = `#!/bin/sh
for one in "$@"; do
  printf '%s\\n' "$one" >> "$LOG/arguments"
  case $one in
    --property=EnvironmentFile=/etc/*) ;;
    --property=EnvironmentFile=*)
      stat -c %a "\${one#*File=}" >> "$LOG/modes"
      cat "\${one#*File=}" >> "$LOG/settings" ;;
  esac
done
exit 7
`

/** Runs the script as root seems to be, with a systemd-run that tells what it was given. */
function runScript(environment: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-systemd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const temporary = mkdtempSync(join(folder, 'tmp-'))
  for (const [name, content] of [
    ['systemd-run', fakeRun],
    ['id', '#!/bin/sh\necho 0\n'],
  ] as const) {
    writeFileSync(join(folder, name), content)
    chmodSync(join(folder, name), 0o755)
  }
  const env = { PATH: `${folder}:${process.env['PATH']}`, LOG: folder, TMPDIR: temporary, ...environment }
  const { status, stderr } = spawnSync('sh', [script, 'rehearse', '--reports', 'a b'], {
    env,
    encoding: 'utf8',
  })
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  }
  return {
    folder,
    status,
    stderr,
    arguments: read('arguments').trim().split('\n'),
    modes: read('modes').trim().split('\n'),
    settings: read('settings'),
    left: readdirSync(temporary),
  }
}

/** The values of a file of settings, as systemd reads them: double quotes, with escaped characters. */
const valuesOf = (settings: string) =>
  Object.fromEntries(
    [...settings.matchAll(/^([A-Z_]+)="((?:[^"\\]|\\.)*)"$/gms)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\\(["\\`$])/g, '$1'),
    ]),
  )

it('passes settings in files that only root can read, never as arguments', () => {
  const DATABASE_URL = 'postgres://gatehouse:p"a$HOME\\`id`ss@db.example/gatehouse'
  const OIDC_ROLES = 'a=admin@*;\nOIDC_CLIENT_SECRET=no setting'
  const ran = runScript({ DATABASE_URL, OIDC_ROLES, EDITOR: 'vi', SECRET: 'not ours' })
  expect([ran.status, ran.stderr]).toEqual([7, ''])
  expect(valuesOf(ran.settings)).toMatchObject({ DATABASE_URL, OIDC_ROLES })
  expect(ran.settings).not.toMatch(/EDITOR|not ours|^OIDC_CLIENT_SECRET=""/m)
  expect(ran.modes).toEqual(['600'])
  expect(ran.left).toEqual([])
  const text = ran.arguments.join('\n')
  for (const hidden of ['postgres:', 'admin@', 'no setting']) expect(text).not.toContain(hidden)
  expect(ran.arguments.slice(-5)).toEqual([
    '--property=EnvironmentFile=/etc/gatehouse/gatehouse.env',
    '/opt/gatehouse/current/node_modules/.bin/gatehouse',
    'rehearse',
    '--reports',
    'a b',
  ])
})

it('adds a file of settings, and lets that of the service decide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rehearse.env')
  writeFileSync(file, 'REHEARSE_DATABASE_URL="postgres://hidden@db.example/trial"\n', { mode: 0o600 })
  const { arguments: given, settings } = runScript({
    GATEHOUSE_SETTINGS: file,
    GATEHOUSE_PROGRAM: '/opt/gatehouse/0.2.0',
  })
  const files = given.filter((one) => one.startsWith('--property=EnvironmentFile='))
  expect(files.slice(1)).toEqual([
    `--property=EnvironmentFile=${file}`,
    '--property=EnvironmentFile=/etc/gatehouse/gatehouse.env',
  ])
  expect(given).toContain('/opt/gatehouse/0.2.0/node_modules/.bin/gatehouse')
  expect(given.join(' ')).not.toContain('hidden')
  expect(settings).toContain('hidden')
  expect(settings).not.toMatch(/GATEHOUSE_(SETTINGS|PROGRAM)/)
  const missing = runScript({ GATEHOUSE_SETTINGS: join(folder, 'missing.env') })
  expect([missing.status, missing.stderr, missing.arguments]).toEqual([
    2,
    expect.stringContaining('names no file'),
    [''],
  ])
})
