import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startTestService } from '#server/testing/service.ts'

const shell = '<html><head></head><body><div id="root"> <!--frame-->Frame<!--/frame--> </div></body></html>'

/** A built dashboard whose renderer is this module. */
async function serviceWith(renderer: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-rows-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'web', '.vite'), { recursive: true })
  await mkdir(join(folder, 'document'))
  await writeFile(join(folder, 'web', 'index.html'), shell)
  await writeFile(join(folder, 'web', '.vite', 'manifest.json'), '{}')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'document', 'document.js'), renderer)
  const service = await startTestService({ webFolder: join(folder, 'web') })
  const document = async (headers: Record<string, string> = {}) =>
    (await service.send('GET', '/d/main/findings/code?status=open', { token: null, headers })).text
  return { service, document }
}

/** Renders what the service answers to whoever asks, and a text that tries to end its element. */
const asking = `export async function renderDocument({ url, ask }) {
  const { status } = await ask('/api/v1/me')
  return { markup: '<p>' + url.pathname + ' ' + status + '</p>', answers: { text: '</script><script>' } }
}`

it('puts rows and answers into the document of whoever has a session, and asks as they would', async () => {
  const { document } = await serviceWith(asking)
  const html = await document({ cookie: 'gatehouse_session=made-up' })
  expect(html).toContain('<div id="root"><p>/d/main/findings/code 401</p></div>')
  expect(html).toContain('id="first-answers">{"text":"\\u003c/script>\\u003cscript>"}</script>')
  expect(html).not.toContain('Frame')
})

it('leaves the rows to the browser without a session and on a phone', async () => {
  const { document } = await serviceWith(asking)
  const cookie = 'gatehouse_session=made-up'
  const hint = { cookie, 'sec-ch-ua-mobile': '?1' }
  const iPhone = {
    cookie,
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148',
  }
  for (const html of [await document(), await document(hint), await document(iPhone)]) {
    expect(html).toContain('Frame')
    expect(html).not.toContain('first-answers')
  }
})

it('sends the document without rows where they cannot be rendered', async () => {
  const { document } = await serviceWith(
    'export async function renderDocument() { throw new Error("planted") }',
  )
  expect(await document({ cookie: 'gatehouse_session=made-up' })).toContain('Frame')
})
