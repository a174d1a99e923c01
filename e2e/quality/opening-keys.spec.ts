import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { responsesElementId } from '../../src/lib/first-render.ts'
import { forced } from '../../src/server/testing/stress/repetitions.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, signInAgain, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const sentence = 'fraud iofrxu 12 lodash'

/** Delays every file of code that is asked for from now on, as a slow network does. */
async function slowCode(page: Page, delay = 400) {
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
}

/** Opens a page, until it hears keys: rows in the document stand there before any code can. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(`#${responsesElementId}`)).toHaveCount(0)
}

/** Collects the requests that change something: some questions are sent as POST. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const isQuestion = /\/(groups|facets|search|licenses|repositories|dependencies)$/.test(
      new URL(request.url()).pathname,
    )
    if (!/^(GET|HEAD)$/.test(request.method()) && !isQuestion)
      writes.push(`${request.method()} ${request.url()}`)
  })
  return writes
}

async function filled(workspace: Workspace) {
  await workspace.scan(
    'acme/shop',
    Array.from({ length: 5 }, () => ({})),
  )
}

const pages = [
  '',
  '/inbox',
  '/findings/code',
  '/projects',
  '/dependencies',
  '/policies',
  '/scans',
  '/exports',
  '/settings',
]
const field = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ })

test('a sentence goes whole into the palette, from every page, and nothing else hears it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await filled(workspace)
  await slowCode(page)
  const writes = writesOf(page)
  for (const path of pages) {
    await open(page, workspace.at(path))
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(sentence, { delay: 30 })
    await expect(field(page)).toHaveValue(sentence)
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
  }
  expect(writes).toEqual([])
})

for (const delay of [0, 30, 150]) {
  test.describe(`typed with ${delay} ms between keys`, () => {
    test('a click on Search loses no letter, and Enter opens what was typed', async ({
      page,
      workspace,
      signedIn: _,
    }) => {
      await filled(workspace)
      await slowCode(page)
      await page.goto(workspace.at('/findings/code'))
      await page.getByRole('button', { name: /^Search/ }).click()
      await page.keyboard.type('scans', { delay })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Scans' })).toBeVisible()
    })

    for (const key of ['ControlOrMeta+k', '?', 'a', 't', 'i']) {
      test(`after ${key} in a list nothing is triaged`, async ({ page, workspace, signedIn: _ }) => {
        await filled(workspace)
        await slowCode(page)
        const list = new FindingsPage(page)
        await page.goto(workspace.at('/findings/code'))
        await list.rows.first().focus()
        const writes = writesOf(page)
        await page.keyboard.press(key)
        await page.keyboard.type(sentence, { delay })
        const opened = key === 'i' ? list.ignoreForm : page.getByRole('dialog')
        await expect(opened).toBeVisible()
        if (key === 'a') await expect(opened.getByRole('combobox')).toHaveValue(sentence)
        // The form takes digits for a reason, and what follows for the note.
        if (key === 'i') await expect(opened.getByRole('textbox')).toHaveValue('2 lodash')
        expect(writes).toEqual([])
        expect(await workspace.findings({ status: 'open' })).toHaveLength(5)
      })
    }
  })
}

const typed = fc.record({
  path: fc.constantFrom(...pages),
  key: fc.constantFrom('ControlOrMeta+k', '?'),
  code: fc.nat(800),
  /** Letters that do something in lists, and words. */
  text: fc.stringMatching(/^[frioxjkauetg12]{1,12} [a-z]{1,8}$/),
  delay: fc.constantFrom(0, 5, 30, 80),
})

test('random keys on random pages, while code takes its time, change nothing', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.setTimeout(forced(180_000))
  await filled(workspace)
  const writes = writesOf(page)
  for (const { path, key, code, text, delay } of fc.sample(typed, forced(4))) {
    await page.unrouteAll({ behavior: 'wait' })
    await slowCode(page, code)
    await open(page, workspace.at(path))
    const said = `${path} ${key} "${text}", ${delay} ms between keys, code after ${code} ms`
    await page.keyboard.press(key)
    await page.keyboard.type(text, { delay })
    const opened = page.getByRole('dialog')
    await expect(opened, said).toBeVisible()
    if (key !== '?') await expect(field(page), said).toHaveValue(text)
    expect(writes, said).toEqual([])
  }
  expect(await workspace.findings({ status: 'open' })).toHaveLength(5)
})

for (const [name, place, begin] of [
  ['of a row', '/projects', async (page: Page) => page.locator('[data-row]').first().press('t')],
  [
    'of selected projects',
    '/projects',
    async (page: Page) => {
      await page.locator('[data-row]').first().press('x')
      await page.keyboard.press('t')
    },
  ],
  [
    'of a project',
    '/projects/acme%2Fshop',
    async (page: Page) => page.getByRole('button', { name: 'Add tag' }).click(),
  ],
] as const) {
  test(`a tag ${name} is typed while its field loads`, async ({ page, workspace, signedIn: _ }) => {
    await filled(workspace)
    await open(page, workspace.at(place))
    await expect(page.locator('[data-row], [data-add]').first()).toBeVisible()
    await slowCode(page)
    await begin(page)
    await page.keyboard.type('pci-fraud', { delay: 10 })
    await expect(page.getByRole('combobox', { name: 'New tag' })).toHaveValue('pci-fraud')
    await page.keyboard.press('Enter')
    await expect(page.getByText('pci-fraud', { exact: true }).first()).toBeVisible()
  })
}

test('a list whose code and rows are there when it opens hears its keys', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await filled(workspace)
  const ana = await workspace.token({ name: 'Ana', person: 'Ana', role: 'analyst' })
  const [first] = await workspace.findings({ status: 'open' })
  const max = await workspace.token({ name: 'Max', person: 'Max', role: 'analyst' })
  await workspace.comment(first?.id ?? 0, '@Ana please look.', max)
  await signInAgain(page, workspace.service.base, ana)
  for (const [path, name, key, state] of [
    ['/findings/code', 'Code findings', 'r', 'reviewing'],
    ['/inbox', 'Inbox', 'f', 'fixing'],
  ] as const) {
    await page.goto(workspace.at(path))
    const row = page.locator('[data-row]').first()
    await row.focus()
    await page.keyboard.press('x')
    await expect(row.getByRole('checkbox')).toBeChecked()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await row.focus()
    await page.keyboard.press(key)
    await expect.poll(() => workspace.findings({ status: state })).toHaveLength(1)
  }
})

test.describe('what cannot open', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('forgets the keys that it was meant to get, and says so', async ({ page, workspace, signedIn: _ }) => {
    await filled(workspace)
    await page.route(/\/assets\/(dialogs|palette)-/, (route) => route.fulfill({ status: 404 }))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code'))
    await list.startKeys()
    await list.rows.first().focus()
    const writes = writesOf(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('fraud')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      "Couldn't open the dialog",
    )
    await expect(list.rows.first()).toBeFocused()
    expect(writes).toEqual([])
    await page.keyboard.press('r')
    await expect.poll(() => workspace.findings({ status: 'reviewing' })).toHaveLength(1)
  })
})
