import type { Locator, Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { pressUntil } from '../support/press-until.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** A report of log4j-core in one version with one advisory. */
const affected = (version: string) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      {
        'bom-ref': 'log4j',
        type: 'library',
        group: 'org.apache.logging.log4j',
        name: 'log4j-core',
        version,
        purl: `pkg:maven/org.apache.logging.log4j/log4j-core@${version}`,
      },
    ],
    vulnerabilities: [
      {
        id: 'CVE-2021-44228',
        references: [{ id: 'GHSA-jfh8-c2jp-5v3q', source: { name: 'GitHub' } }],
        ratings: [{ severity: 'critical' }],
        affects: [{ ref: 'log4j' }],
      },
    ],
  })

async function openPalette(page: Page, workspace: Workspace) {
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(page.getByRole('button', { name: 'Search and actions' })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search and actions' })
  await pressUntil(
    async () => {
      // The keys close it, too.
      if (await palette.isHidden()) await page.keyboard.press('Control+k')
    },
    (timeout) => expect(palette.getByRole('combobox')).toBeFocused({ timeout }),
  )
  return palette
}

test('an advisory typed into the palette answers with projects, versions and findings', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/pay', affected('2.14.1'))
  await workspace.upload('acme/shop', affected('2.13.3'))
  const list = new FindingsPage(page, 'Supply-chain findings')
  let palette = await openPalette(page, workspace)
  await page.keyboard.type('cve-2021-44228')
  const options = palette.getByRole('group', { name: 'Advisories' }).getByRole('option')
  await expect(options).toHaveText([
    /CVE-2021-44228\s*2 open findings in 2 projects/,
    /log4j-core 2\.13\.3\s*1 open finding/,
    /log4j-core 2\.14\.1\s*1 open finding/,
    /acme\/pay\s*1 open finding/,
    /acme\/shop\s*1 open finding/,
  ])
  await page.keyboard.press('Enter')
  await expect(list.total).toHaveText('2')

  palette = await openPalette(page, workspace)
  await page.keyboard.type('CVE-2021-44228')
  await options.filter({ hasText: '2.14.1' }).click()
  await expect(list.total).toHaveText('1')
  await expect(list.rows.first()).toContainText('acme/pay')
})

test('the palette finds packages, people and tickets, and leads to what they are about', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/pay', affected('2.14.1'))
  await workspace.scan('acme/shop', [{ rule: 'rules.first' }, { rule: 'rules.second' }])
  const ids = (await workspace.findings()).map(({ id }) => id)
  const token = await workspace.token({ name: 'Grace', person: 'Grace Hopper', role: 'analyst' })
  await workspace.decide(ids, 'ignored', { reason: 'acceptable_risk', token })
  const external_ticket = { url: 'https://tracker.example/SHOP-9', externalSlug: 'SHOP-9' }
  const path = `/deployments/${workspace.slug}/findings/${ids[0]}`
  await sendRequest(workspace.service, 'PATCH', path, { body: { external_ticket } })
  const list = new FindingsPage(page)

  let palette = await openPalette(page, workspace)
  await page.keyboard.type('grace')
  await palette.getByRole('option', { name: /Grace Hopper.*2 code findings triaged/ }).click()
  await expect(list.total).toHaveText('2')
  await expect(list.chips.filter({ hasText: 'Grace Hopper' })).toBeVisible()

  palette = await openPalette(page, workspace)
  await page.keyboard.type('shop-9')
  await palette.getByRole('option', { name: /SHOP-9.*1 code finding/ }).click()
  await expect(list.total).toHaveText('1')
  await expect(list.chips.filter({ hasText: 'SHOP-9' })).toBeVisible()

  palette = await openPalette(page, workspace)
  await page.keyboard.type('log4j')
  const found = palette.getByRole('group', { name: 'Packages' }).getByRole('option')
  await expect(found).toContainText([/log4j-core.*1 open finding · used in 1 project/])
  await found.click()
  await expect(page).toHaveURL(/\/dependencies\?q=/)
  await expect(page.getByRole('row').filter({ hasText: 'log4j-core' }).first()).toBeVisible()
})

test('the page that imports scans is one of the pages of the palette', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  const palette = await openPalette(page, workspace)
  await page.keyboard.type('import')
  await palette.getByRole('group', { name: 'Pages' }).getByRole('option', { name: 'Import scans' }).click()
  await expect(page).toHaveURL(workspace.at('/import'))
})

test('the palette answers a range, an unknown advisory, an export, a weakness and a person without triage', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/checkout', affected('2.14.1'))
  await workspace.scan('acme/shop', [{ rule: 'rules.first' }, { rule: 'rules.second' }])
  await workspace.upload('acme/shop', affected('2.14.1').replaceAll('44228', '45105'), {
    ref: 'refs/heads/x',
  })
  await workspace.token({ name: 'Grace', person: 'Grace Hopper', role: 'analyst' })
  const option = (palette: Locator, name: string | RegExp) => palette.getByRole('option', { name })

  let palette = await openPalette(page, workspace)
  await page.keyboard.type('org.apache.logging.log4j:log4j-core <2.17')
  await expect(
    option(palette, 'Search dependencies for org.apache.logging.log4j:log4j-core <2.17'),
  ).toBeVisible()
  await expect(palette.getByRole('group', { name: 'Packages' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Read as' })).toContainText('version below 2.17')
  await expect(page.getByRole('row').filter({ hasText: 'log4j-core' }).first()).toBeVisible()

  palette = await openPalette(page, workspace)
  await page.keyboard.type('cve-2021-99999')
  await expect(palette.getByText('No finding names CVE-2021-99999', { exact: true })).toBeVisible()
  await expect(palette.getByRole('option')).toHaveText([
    'Search code findings for cve-2021-99999',
    'Search supply-chain findings for cve-2021-99999',
  ])
  await palette.getByRole('combobox').fill('GHSA-JFH8-C2JP-5V3Q')
  await option(palette, /GHSA-jfh8-c2jp-5v3q.*1 open/)
    .first()
    .click()
  const findings = new FindingsPage(page, 'Supply-chain findings')
  await expect(findings.total).toHaveText('1')
  await page.getByRole('row').filter({ hasText: 'log4j-core' }).first().click()
  await expect(page.getByText('Also known as')).toBeVisible()

  palette = await openPalette(page, workspace)
  await page.keyboard.type('CVE-2021-45105')
  await option(palette, /CVE-2021-45105.*1 finding on other branches/).click()
  await expect(new FindingsPage(page, 'Supply-chain findings').total).toHaveText('1')

  palette = await openPalette(page, workspace)
  await page.keyboard.type('cwe 89')
  await option(palette, 'Open findings of 2 rules with CWE-89').click()
  await expect(new FindingsPage(page).total).toHaveText('2')

  palette = await openPalette(page, workspace)
  await page.keyboard.type('grace')
  await option(palette, /Grace Hopper.*No findings triaged/).click()
  await expect(page).toHaveURL(/owner=person%3AGrace\+Hopper/)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

  palette = await openPalette(page, workspace)
  await page.keyboard.type('nothing like it')
  await expect(palette.getByText('No results', { exact: true })).toBeVisible()
  await option(palette, 'Search code findings for nothing like it').click()
  await expect(page).toHaveURL(/q=nothing\+like\+it/)

  palette = await openPalette(page, workspace)
  await page.keyboard.type('export sbom of checkout')
  await expect(option(palette, 'Export SBOM of acme/checkout')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Export SBOM of acme/checkout' })).toBeVisible()
})
