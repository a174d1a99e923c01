import { globSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '#server/testing/service.ts'
import { prefetchChunks } from './dashboard.ts'

const shell =
  '<html><head><title>Gatehouse</title></head><body><div id="root"><!--frame-->Frame<!--/frame--></div></body></html>'

async function builtDashboard(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), shell)
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const manifest = {
    '_entry-abc.js': { file: 'assets/index-abc.js', name: 'entry', imports: ['_runtime.js'] },
    '_entry-abc.css': { file: 'assets/entry-abc.css', name: 'entry' },
    '_runtime.js': { file: 'assets/runtime-mno.js' },
    '_frame-def.js': {
      file: 'assets/frame-def.js',
      name: 'frame',
      imports: ['_entry-abc.js', '_runtime.js'],
    },
    '_findings-yza.js': { file: 'assets/findings-yza.js', name: 'findings', imports: ['_frame-def.js'] },
    'src/dashboard/pages/findings/list/supply-chain-list.tsx': {
      file: 'assets/supply-chain-list-ghi.js',
      imports: ['_findings-yza.js'],
    },
    'src/dashboard/app/other-pages.ts': { file: 'assets/other-pages-pqr.js', imports: ['_entry-abc.js'] },
    'src/dashboard/pages/projects/project/route.tsx': {
      file: 'assets/route-stu.js',
      imports: ['_frame-def.js', '_shared-vwx.js'],
    },
    '_shared-vwx.js': { file: 'assets/shared-vwx.js', imports: ['_frame-def.js'] },
  }
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  return folder
}

it('serves the shell for pages, never kept, under a strict policy', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  for (const page of ['/', '/sign-in', '/d/main/findings/code?status=open']) {
    const response = await service.send('GET', page, { token: null })
    expect([page, response.status]).toEqual([page, 200])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.text).toContain('<title>Gatehouse</title>')
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.headers['referrer-policy']).toBe('no-referrer')
  }
})

it('names the code of the page in the shell, the entry left out', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const preloads = async (page: string) => {
    const shell = (await service.send('GET', page, { token: null })).text
    return [...shell.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map((matches) => matches[1])
  }
  const frame = ['/assets/runtime-mno.js', '/assets/frame-def.js']
  expect(await preloads('/')).toEqual(frame)
  expect(await preloads('/d/main/findings/code?status=open')).toEqual([...frame, '/assets/findings-yza.js'])
  expect(await preloads('/d/main/findings/supply-chain')).toEqual([
    ...frame,
    '/assets/supply-chain-list-ghi.js',
    '/assets/findings-yza.js',
  ])
  expect(await preloads('/d/main/projects/group/sub/a%2Fb')).toEqual([
    ...frame,
    '/assets/other-pages-pqr.js',
    '/assets/route-stu.js',
    '/assets/shared-vwx.js',
  ])
})

it('knows the address of the code of every page', () => {
  const known = new Set(prefetchChunks.map(([, page]) => page))
  const routes = globSync('src/dashboard/pages/**/route.tsx').map((path) => path.replaceAll('\\', '/'))
  expect(routes).toContain('src/dashboard/pages/scans/route.tsx')
  // The lists of findings have a chunk of another name.
  const others = routes.filter((route) => route !== 'src/dashboard/pages/findings/route.tsx')
  expect(others.filter((route) => !known.has(route))).toEqual([])
})

it('shows the frame before any code is there, where the page will have one', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const framed = async (page: string) =>
    (await service.send('GET', page, { token: null })).text.includes('Frame')
  expect(await framed('/d/main/findings/code')).toBe(true)
  expect(await framed('/sign-in')).toBe(false)
  expect(await framed('/')).toBe(false)
})

it("writes the person's theme into the page, and nothing else that a cookie says", async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const html = async (cookie: string) =>
    (await service.send('GET', '/sign-in', { token: null, headers: { cookie } })).text.split('<head>')[0]
  expect(await html('a=b; gatehouse_theme=dark; c=d')).toBe('<html data-theme="dark">')
  expect(await html('gatehouse_theme=light')).toBe('<html data-theme="light">')
  expect(await html('gatehouse_density=compact; gatehouse_theme=dark')).toBe(
    '<html data-theme="dark" data-density="compact">',
  )
  expect(await html('gatehouse_theme=darker')).toBe('<html>')
  expect(await html('gatehouse_theme="><script>')).toBe('<html>')
  expect(await html('other_gatehouse_theme=dark')).toBe('<html>')
})

it('keeps files whose name has their hash for good, others not', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const asset = await service.send('GET', '/assets/index-abc.js', { token: null })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const icon = await service.send('GET', '/favicon.svg', { token: null })
  expect(icon.headers['cache-control']).toBe('no-cache')
})

it('sends a file as it lies compressed beside it, to whoever reads that', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const asset = async (path: string, encodings: string) => {
    const response = await service.send('GET', path, {
      token: null,
      headers: { 'accept-encoding': encodings },
    })
    return [response.status, response.headers['content-encoding'], response.headers['content-type']]
  }
  const script = 'application/javascript; charset=utf-8'
  expect(await asset('/assets/index-abc.js', 'gzip, deflate, br, zstd')).toEqual([200, 'br', script])
  expect(await asset('/assets/index-abc.js', 'gzip')).toEqual([200, 'gzip', script])
  expect((await asset('/assets/index-abc.js.br', 'br'))[0]).toBe(404)
})

it('answers neither the API nor a missing file with the shell, and stays in its folder', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  for (const path of [
    '/api/v1/nothing',
    '/api',
    '/assets/gone.js',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/local/deployments',
  ]) {
    const response = await service.send('GET', path, { token: null })
    const leaked = response.text.includes('"isEntry"') || response.text.includes('"dependencies"')
    expect([path, leaked]).toEqual([path, false])
    if (!/^\/\.vite|\.\.|%2e/.test(path)) expect([path, response.status]).toEqual([path, 404])
  }
})

it.each(['/livez', '/health', '/index.php', '/d', '/sign-in/x'])(
  '%s, which no page has, is not found',
  async (path) => {
    const service = await startTestService({ webFolder: await builtDashboard() })
    const { status, headers } = await service.send('GET', path, { token: null })
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  },
)

it('says of every page that the dashboard is not built and what to do, while the API works', async () => {
  const service = await startTestService()
  for (const page of ['/', '/sign-in', '/d/main/findings/code?status=open']) {
    const response = await service.send('GET', page, { token: null })
    expect([page, response.status]).toEqual([page, 503])
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(response.text).toContain('The dashboard is not built')
    expect(response.text).toContain('"npm run build"')
  }
  expect((await service.send('GET', '/api/v1/me')).status).toBe(200)
  expect((await service.send('GET', '/docs', { token: null })).status).toBe(200)
  for (const path of ['/api/v1/nothing', '/assets/gone.js', '/metrics', '/local/deployments'])
    expect([path, (await service.send('GET', path, { token: null })).status]).toEqual([path, 404])
})
