import { displayModes, widths } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'

test('the sheet lists the keys, and single keys can be switched off for good', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of [
    'Next finding',
    'Ignore with a reason',
    'Open a ticket',
    'Go to supply-chain findings',
  ]) {
    await expect(sheet.getByRole('term').filter({ hasText: words }).first()).toBeVisible()
  }
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await list.rows.first().focus()
  await page.keyboard.press('r')
  await page.keyboard.press('j')
  await expect(list.rows.first()).toBeFocused()
  await expect(list.foot).not.toContainText('no longer match')
  await page.keyboard.press('ArrowDown')
  await expect(list.rows.nth(1)).toBeFocused()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Search and actions' })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and actions' })).toBeVisible()
  await expect(sheet).toBeHidden()
})

test('g and a letter go to a page, and no other key takes the letter', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open&primary_ref=true'))
  await list.startKeys()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('heading', { level: 1, name: 'Supply-chain findings' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Code findings' })).toBeVisible()
  await expect(page).toHaveURL(/status=open/)
  await expect(page.getByText('Link copied')).toHaveCount(0)
})

test('the palette finds a project, a rule and a finding by the keyboard alone', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const finding = await demo.findingWith(
    { issue_type: 'sast', status: 'open', primary_ref: 'true' },
    () => true,
  )
  const project = finding.repository.name
  const palette = page.getByRole('dialog', { name: 'Search and actions' })
  const find = async (words: string, option: string | RegExp) => {
    await expect(page.getByRole('button', { name: 'Search and actions' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(words)
    const found = palette.getByRole('option', { name: option }).first()
    await expect(found).toBeVisible()
    const highlighted = palette.locator('[data-highlighted]')
    while ((await found.getAttribute('data-highlighted')) === null) {
      const before = await highlighted.allTextContents()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => highlighted.allTextContents()).not.toEqual(before)
    }
    await page.keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }
  const asked = (name: string) => new URL(page.url()).searchParams.get(name)

  await page.goto(demo.at('/findings/supply-chain'))
  await find(project, project)
  await expect(page.getByRole('heading', { level: 1, name: project })).toBeVisible()
  await find(finding.rule_name, finding.rule_name)
  await expect.poll(() => asked('rules') ?? asked('rules[]')).toBe(finding.rule_name)
  await find(String(finding.id), `Finding ${finding.id}`)
  await expect(page).toHaveURL(new RegExp(`/findings/code/${finding.id}$`))
})

test('t opens the ticket address filled in, and offers to link what was made there', async ({
  page,
  context,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  await context.route('https://tracker.example/**', (route) => route.fulfill({ body: 'A tracker' }))
  const [finding] = await workspace.findings()
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.rows.first().focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Open a ticket' })
  await dialog
    .getByRole('textbox', { name: 'Ticket URL' })
    .fill('https://tracker.example/new?id={ids}&p={project}')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const tab = await opened
  await expect(tab).toHaveURL(`https://tracker.example/new?id=${finding?.id}&p=acme%2Fshop`)
  const settings = await sendRequest<{ ticketUrlTemplate: string }>(
    service,
    'GET',
    `/deployments/${workspace.slug}/settings`,
  )
  expect(settings.ticketUrlTemplate).toContain('{ids}')

  const link = page.getByRole('dialog', { name: 'Link the ticket' })
  await link.getByRole('textbox', { name: 'Ticket URL' }).fill('https://tracker.example/SHOP-9')
  await page.keyboard.press('Enter')
  await expect(link).toBeHidden()
  expect((await workspace.finding(finding?.id ?? 0)).external_ticket?.externalSlug).toBe('SHOP-9')
})

test('Tab walks through every page with a visible focus, in each look and at each width', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}])
  for (const path of ['/findings/code?status=open', '/policies', '/scans', '/settings/appearance']) {
    await page.goto(workspace.at(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // The look changes how the focus is drawn, the width where it goes.
      for (const { name, media } of width === widths[0] ? displayModes : displayModes.slice(0, 1)) {
        await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
        await page.evaluate(() => document.body.focus())
        for (let step = 0; step < 14; step++) {
          await page.keyboard.press('Tab')
          const hidden = await page.evaluate(unseenFocus)
          expect(hidden, `${path}, ${name}, ${width} px, Tab ${step + 1}`).toBeUndefined()
        }
      }
    }
  }
})

/** The element with the focus, where nobody sees that it has it: in the page, it or what frames it has an outline. */
function unseenFocus(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const { width, height, bottom, right } = element.getBoundingClientRect()
  const framed = [element, element.parentElement, element.parentElement?.parentElement].some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
  })
  // An edge that is dragged shows a line instead.
  const line = getComputedStyle(element, '::after')
  const lined = element.role === 'separator' && Number.parseFloat(line.width) >= 2
  return (framed || lined) && width > 0 && height > 0 && bottom > 0 && right > 0
    ? undefined
    : element.outerHTML.slice(0, 200)
}
