import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '#server/testing/service.ts'

async function builtDashboard(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-web-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, 'index.html'), '<html><head><title>Gatehouse</title></head></html>')
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'export {}')
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const manifest = {
    'index.html': { file: 'assets/index-abc.js', isEntry: true },
    'src/pages/findings/route.tsx': { file: 'assets/route-def.js', imports: ['_table.js', 'index.html'] },
    '_table.js': { file: 'assets/table-ghi.js' },
  }
  await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))
  return folder
}

it('serves the shell for pages, never kept, under a strict policy', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  for (const page of ['/', '/sign-in', '/d/main/findings/code?status=open']) {
    const answer = await service.send('GET', page, { token: null })
    expect([page, answer.status]).toEqual([page, 200])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).toContain('<title>Gatehouse</title>')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  }
})

it("names the findings page's code in the shell, the entry's left out", async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const shell = (await service.send('GET', '/d/main/findings/code', { token: null })).text
  const preloads = [...shell.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map((found) => found[1])
  expect(preloads).toEqual(['/assets/route-def.js', '/assets/table-ghi.js'])
})

it('keeps files whose name has their hash for good, others not', async () => {
  const service = await startTestService({ webFolder: await builtDashboard() })
  const asset = await service.send('GET', '/assets/index-abc.js', { token: null })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const icon = await service.send('GET', '/favicon.svg', { token: null })
  expect(icon.headers['cache-control']).toBe('no-cache')
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
    const answer = await service.send('GET', path, { token: null })
    const leaked = answer.text.includes('"isEntry"') || answer.text.includes('"dependencies"')
    expect([path, leaked]).toEqual([path, false])
    if (!/^\/\.vite|\.\.|%2e/.test(path)) expect([path, answer.status]).toEqual([path, 404])
  }
})
