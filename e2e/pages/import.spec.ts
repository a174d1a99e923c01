import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { generateFindings, sbomFile, semgrepFile } from '../support/scan-file.ts'
import { startService } from '../support/service.ts'
import { expect, signIn, signInAgain, test } from '../support/test.ts'

const json = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

/** The part of a page that imports scans, as a person finds it. */
function importing(page: Page): {
  files: Locator
  project: Locator
  choose: (...files: ReturnType<typeof json>[]) => Promise<void>
  press: (name: string | RegExp) => Promise<void>
} {
  return {
    files: page.getByRole('list', { name: 'Files to import' }),
    project: page.getByRole('combobox', { name: 'Project' }),
    async choose(...files) {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose files' }).click()
      await (await chooser).setFiles(files)
    },
    press: (name) => page.getByRole('button', { name }).click(),
  }
}

test('an empty deployment shows three ways to start, and a dropped report ends in its findings', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await page.goto(workspace.at('/findings/code?status=open&primary_ref=true'))
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible()
  for (const way of ['Upload a report', 'Run a command', 'Add to your pipeline'])
    await expect(page.getByRole('heading', { name: way })).toBeVisible()
  await expect(page.getByText('Waiting for the first scan')).toBeVisible()

  const data = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'semgrep.json'))
      return transfer
    },
    semgrepFile(generateFindings(3)),
  )
  const zone = page.getByRole('button', { name: 'Choose files' })
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await zone.dispatchEvent('drop', { dataTransfer: data })
  const upload = importing(page)
  await expect(upload.files).toContainText('semgrep.json')
  await expect(upload.files).toContainText('Semgrep JSON')
  await expect(upload.project).toBeFocused()
  await page.keyboard.type('acme/shop')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Scan imported' })).toBeVisible()
  await expect(page.getByText('acme/shop · main')).toBeVisible()
  await expect(page.getByRole('link', { name: '3 new' })).toBeVisible()
  await page.getByRole('link', { name: 'Code 3', exact: true }).click()
  await expect(page.getByRole('grid').or(page.getByRole('table')).getByRole('row')).toHaveCount(4)
})

test('CycloneDX XML suggests the project that it is about, and is imported', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/web', generateFindings(1))
  await page.goto(workspace.at('/import'))
  const upload = importing(page)
  const subject = '<component type="application"><group>acme</group><name>shop</name></component>'
  const dependency = '<component type="library"><name>lodash</name><version>4.17.20</version></component>'
  const content = `<?xml version="1.0"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata>${subject}</metadata><components>${dependency}</components></bom>`
  await upload.choose({ name: 'bom.xml', mimeType: 'text/xml', buffer: Buffer.from(content) })
  await expect(upload.files).toContainText('CycloneDX')
  await expect(upload.project).toHaveValue('acme/shop')
  await upload.press('Import')
  await expect(page.getByRole('heading', { name: 'Scan imported' })).toBeVisible()
  await expect(page.getByText('acme/shop · main')).toBeVisible()
})

test('several files are imported together, a scan for each tool; a wrong one is named and the others are imported without it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(1), { ref: 'release/4.2' })
  await page.goto(workspace.at('/import'))
  const upload = importing(page)
  await upload.choose(
    json('semgrep.json', semgrepFile(generateFindings(2))),
    json('bom.cdx.json', sbomFile([{ name: 'lodash', version: '4.17.20' }])),
    json('<img src=x onerror=alert(1)>.xml', '<testsuite/>'),
    json(`${'long-'.repeat(40)}.json`, ''),
  )
  await expect(upload.files.getByRole('listitem')).toHaveCount(4)
  await expect(upload.files).toContainText('<img src=x onerror=alert(1)>.xml')
  await expect(upload.files).toContainText('This is an XML or HTML file.')
  await expect(upload.files).toContainText('This file is empty.')
  // The bill names a project, which a person may change to one that is known.
  await expect(upload.project).toHaveValue('project')
  await upload.project.fill('acme/s')
  await page.getByRole('option', { name: 'acme/shop' }).click()
  await page.getByRole('combobox', { name: 'Branch' }).click()
  await page.getByRole('option', { name: 'release/4.2' }).click()
  await upload.press('Import 2 files')
  await expect(page.getByRole('heading', { name: '2 scans imported' })).toBeVisible()
  const scans = page.getByRole('region', { name: '2 scans, one for each tool and category' })
  await expect(scans.getByRole('link', { name: 'Semgrep' })).toHaveAttribute('href', /\/scans\/\d+$/)
  await expect(page.getByText('acme/shop · release/4.2 · 2 files')).toBeVisible()
  await expect(page.getByRole('link', { name: '1 dependency' })).toBeVisible()
  await page.getByRole('link', { name: 'View project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'acme/shop' })).toBeVisible()
})

test.describe('a report that the service rejects', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('says why on its row, and the other file is imported', async ({ page, workspace, signedIn: _ }) => {
    await page.goto(workspace.at('/import'))
    const upload = importing(page)
    await upload.choose(
      json('cut.json', semgrepFile(generateFindings(2)).slice(0, -30)),
      json('good.json', semgrepFile(generateFindings(2))),
    )
    await upload.project.fill('acme/shop')
    await upload.press('Import 2 files')
    await expect(upload.files).toContainText(/cut off/)
    await expect(page.getByText('1 file was rejected, so nothing was imported.')).toBeVisible()
    await upload.press('Import the other file')
    await expect(page.getByRole('link', { name: '2 new' })).toBeVisible()
  })
})

test('a large report is sent compressed, and its import goes on while a person looks elsewhere', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await page.goto(workspace.at('/import'))
  const upload = importing(page)
  // What cannot be compressed keeps it above the size that is answered at once.
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))).toString('base64')
  const padding = Array.from({ length: 190 }, (_none, at) => `"${at}${noise.slice(at)}"`).join(',')
  const text = semgrepFile(generateFindings(2)).replace('{', `{"x":[${padding}],`)
  await upload.choose(json('large.json', text))
  await upload.project.fill('acme/shop')
  await upload.press('Import')
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: 'View scan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Scan/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('acme/shop').first()).toBeVisible()
})

test.describe('a lost connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/] })

  test('says so, and trying again imports the file', async ({ page, workspace, signedIn: _ }) => {
    await page.goto(workspace.at('/import'))
    const upload = importing(page)
    await upload.choose(json('semgrep.json.gz', gzipSync(semgrepFile(generateFindings(1)))))
    await upload.project.fill('acme/shop')
    const scans = /\/scans\?project=/
    await page.route(scans, (route) => route.abort('connectionreset'))
    await upload.press('Import')
    await expect(page.getByText('The connection was lost.')).toBeVisible()
    await page.unroute(scans)
    await upload.press('Try again')
    await expect(page.getByRole('heading', { name: 'Scan imported' })).toBeVisible()
  })
})

test('a project has the same upload, and a scan that is held says why', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(20))
  await page.goto(workspace.at('/projects/acme/shop'))
  const section = page.getByRole('region', { name: 'Import a scan' })
  await expect(section.getByText('Drop scan reports here')).toBeVisible()
  const upload = importing(page)
  const empty = JSON.stringify({ version: '1.100.0', errors: [], results: [] })
  await upload.choose(json('empty.json', empty))
  await expect(upload.project).toBeHidden()
  await section.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(section.getByRole('heading', { name: 'Held for review' })).toBeVisible()
  await expect(section).toContainText('20 of 20 open findings')
  await section.getByRole('link', { name: 'Review and apply' }).click()
  await expect(page.getByRole('button', { name: 'Apply…' })).toBeVisible()
})

test('the command and the pipeline name this service, with a token that is shown once', async ({
  page,
  context,
  service,
  workspace,
  signedIn: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(workspace.at('/import'))
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect.poll(copied).toContain(`GATEHOUSE_DATA=${service.dataFolder} `)
  const command = await copied()
  expect(command).toContain(`--deployment ${workspace.slug}`)
  const program = /node (\S+gatehouse\.mjs)/.exec(command)?.[1] ?? ''
  expect(await readFile(program, 'utf8')).toContain('gatehouse')
  await page.getByRole('button', { name: 'Copy curl command' }).click()
  await expect.poll(copied).toContain(`${service.base}/api/v1/deployments/${workspace.slug}/scans`)

  await page.getByRole('button', { name: 'GitLab CI' }).click()
  await page.getByRole('button', { name: 'Copy file' }).click()
  await expect.poll(copied).toContain('$CI_PROJECT_PATH')
  await page.getByRole('button', { name: 'Create CI token' }).click()
  await expect(page.getByText("You won't be able to see it again.")).toBeVisible()
  await page.getByRole('button', { name: 'Copy token' }).click()
  const token = await copied()
  const answer = await fetch(`${service.base}/api/v1/deployments/${workspace.slug}/scans?project=acme/shop`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: semgrepFile(generateFindings(1)),
  })
  expect(answer.status).toBe(201)
  await expect(page.getByText('The first scan has arrived.')).toBeVisible()
  await page.getByRole('link', { name: 'View findings' }).click()
  await expect(page).toHaveURL(/findings\/code\?status=open/)
})

test('somebody who may not import sees why', async ({ page, service, workspace }) => {
  const token = await workspace.token({ name: 'Ida', person: 'Ida', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at('/findings/secrets'))
  await expect(page.getByRole('button', { name: 'Choose files' })).toHaveAttribute('aria-disabled', 'true')
  await expect(
    page.getByText("You don't have permission to import scans").filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create CI token' })).toHaveAccessibleDescription(
    'Only administrators can create tokens',
  )
  await expect(page.getByText('GATEHOUSE_DATA')).toHaveCount(0)
})

test('other empty pages lead to it', async ({ page, workspace, signedIn: _ }) => {
  const pages = [
    ['/projects', 'No projects yet'],
    ['/scans', 'No scans yet'],
    ['/dependencies', 'No dependencies yet'],
    ['/exports', 'No exports yet'],
  ]
  for (const [path = '', title = ''] of pages) {
    await page.goto(workspace.at(path))
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.getByRole('link', { name: 'Import scans' }).click()
    await expect(page.getByText('Drop scan reports here')).toBeVisible()
  }
  await workspace.scan('acme/shop', generateFindings(1))
  await page.goto(workspace.at('/findings/supply-chain'))
  await expect(page.getByRole('heading', { name: 'No supply-chain findings' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import scans' })).toBeVisible()
})

test('the demo keeps its data apart: a first import goes to another deployment, which opens from then on', async ({
  page,
}) => {
  const own = await startService()
  await signIn(page, own.base, own.token)
  await page.goto(`${own.base}/d/acme/findings/code`)
  await expect(page.getByRole('banner').getByText('Demo data')).toBeVisible()
  await expect(page.getByText('Acme Demo data')).toBeVisible()
  await page.goto(`${own.base}/d/acme/import`)
  await expect(page.getByText('You are looking at demo data.')).toBeVisible()
  const upload = importing(page)
  await upload.choose(json('semgrep.json', semgrepFile(generateFindings(2))))
  await upload.project.fill('own/app')
  await upload.press('Import')
  await expect(page.getByText('Main · own/app · main')).toBeVisible()
  await page.getByRole('link', { name: 'Code 2', exact: true }).click()
  await expect(page).toHaveURL(/\/d\/main\/findings\/code/)
  await expect(page.getByRole('banner').getByText('Demo data')).toBeHidden()
  await page.goto(`${own.base}/`)
  await expect(page).toHaveURL(/\/d\/main$/)
  await page.getByRole('button', { name: /switch deployment/ }).click()
  await expect(page.getByRole('menuitemradio', { name: /Acme.*demo data/i })).toBeVisible()
  // Another import from the demo finds the deployment there.
  await page.goto(`${own.base}/d/acme/import`)
  await expect(page.getByText('Your scans go to the deployment Main.')).toBeVisible()
  await page.goto('about:blank')
  await own.stop()
})

test('importing has a place on every page, in the palette and on the page of projects', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(1))
  const heading = page.getByRole('heading', { level: 1, name: 'Import scans' })
  await page.goto(workspace.at('/policies'))
  await page.getByRole('banner').getByRole('button', { name: 'Add' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Import scans' }).click()
  await expect(heading).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: 'New SBOM export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export SBOM' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(workspace.at('/policies'))
  await page.getByRole('button', { name: 'Search and actions' }).click()
  await page.getByRole('dialog', { name: 'Search and actions' }).getByRole('combobox').fill('import')
  await page.getByRole('option', { name: /^Import scans/ }).click()
  await expect(heading).toBeVisible()

  await page.goto(workspace.at('/projects'))
  await page.getByRole('main').getByRole('link', { name: 'Import scans' }).click()
  await expect(heading).toBeVisible()
})
