import type { Locator } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

/** The part of a finding's detail under this heading. */
function section(within: Locator, name: string | RegExp): Locator {
  return within.locator('section').filter({ has: within.page().getByRole('heading', { name }) })
}

/** What stands beside the name of a fact. */
function fact(within: Locator, name: string): Locator {
  return within.getByRole('term').filter({ hasText: name }).locator('+ dd')
}

test.describe('beside the list', () => {
  test.use({ viewport: { width: 1720, height: 900 } })

  test('opens, walks and closes without moving the list or a row', async ({ page, demo, signedIn: _ }) => {
    const list = new FindingsPage(page)
    await page.goto(demo.at('/findings/code?status=open'))
    await expect(list.value('Severity', 'High')).toBeVisible()
    await list.startKeys()
    for (let row = 0; row < 4; row++) await page.keyboard.press('j')
    const id = (await list.focusedRow.getAttribute('data-row')) ?? ''
    const place = async () => {
      const [region, row] = [await list.region.boundingBox(), await list.row(id).boundingBox()]
      return { left: region?.x, top: row?.y }
    }
    const before = await place()

    await page.keyboard.press('Enter')
    await expect(list.panel).toHaveAccessibleName(`Finding ${id}`)
    await expect(list.row(id)).toHaveAttribute('aria-current', 'true')
    await expect(page).toHaveURL(new RegExp(`open=${id}`))
    expect(await place()).toEqual(before)

    await page.keyboard.press('j')
    await expect(list.panel).not.toHaveAccessibleName(`Finding ${id}`)
    await expect(list.row(id)).not.toHaveAttribute('aria-current')
    expect(await place()).toEqual(before)
    await page.keyboard.press('k')
    await expect(list.panel).toHaveAccessibleName(`Finding ${id}`)

    await page.keyboard.press('Escape')
    await expect(list.panel).toBeHidden()
    await expect(list.row(id)).toBeFocused()
    expect(await place()).toEqual(before)
    await expect(page).not.toHaveURL(/open=/)
  })

  test('walks twenty findings, each of which is there before it is opened', async ({
    page,
    demo,
    signedIn: _,
  }) => {
    test.slow()
    const list = new FindingsPage(page)
    // What the page has read, by the last part of its address.
    await page.addInitScript(() => {
      const answers = new Set<string>()
      const { json } = Response.prototype
      Response.prototype.json = async function () {
        const body: unknown = await json.call(this)
        answers.add(this.url.replace(/\?.*/, '').replace(/.*\//, ''))
        return body
      }
      Object.assign(window, { hasRead: (id: string) => answers.has(id) })
    })
    let opened = Promise.withResolvers<void>()
    opened.resolve()
    await page.route(/\/findings\/\d+$/, async (route) => {
      await opened.promise
      await route.continue()
    })
    await page.goto(demo.at('/findings/code?status=open'))
    await list.startKeys()
    await page.keyboard.press('Enter')
    await expect(section(list.panel, 'History')).toBeVisible()
    let name = await list.panel.getAttribute('aria-label')
    for (let row = 0; row < 20; row++) {
      const next = await list.focusedRow
        .locator('xpath=following-sibling::tr[@data-row][1]')
        .getAttribute('data-row')
      // Whoever reads takes longer than the next one takes to come.
      await page.waitForFunction((id) => Reflect.get(window, 'hasRead')(id), next)
      // Nothing that is asked for from now on is answered before the next one is there.
      opened = Promise.withResolvers()
      await page.keyboard.press('j')
      await expect(list.panel).not.toHaveAccessibleName(name ?? '')
      await expect(section(list.panel, 'History')).toBeVisible()
      opened.resolve()
      name = await list.panel.getAttribute('aria-label')
    }
  })

  test('says of a detail that is long in coming that it is on its way', async ({
    page,
    demo,
    signedIn: _,
  }) => {
    const list = new FindingsPage(page)
    const held = Promise.withResolvers<void>()
    await page.route(/\/findings\/\d+$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(demo.at('/findings/code?status=open'))
    await list.startKeys()
    const title = await list.focusedRow.getByRole('link').textContent()
    await page.keyboard.press('Enter')
    await expect(list.panel.getByRole('heading', { level: 2 })).toHaveText(title ?? '')
    await expect(list.panel.getByText('Loading the finding')).toBeVisible()
    held.resolve()
    await expect(section(list.panel, 'History')).toBeVisible()
    await expect(list.panel.getByText('Loading the finding')).toBeHidden()
  })
})

test('on a narrower window the filters fold for the detail, and stay so until unfolded', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open'))
  await expect(list.rail).toBeVisible()
  await list.startKeys()
  await page.keyboard.press('Enter')
  await expect(list.panel).toBeVisible()
  await expect(list.rail).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(list.panel).toBeHidden()
  await expect(list.rail).toBeHidden()
  await expect(list.chips).toHaveText([/^Status Open/])
  await list.region.getByRole('button', { name: 'Filters' }).click()
  await expect(list.rail).toBeVisible()
})

test('the title is a link to the finding’s own page, for a tab of its own', async ({
  page,
  context,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open'))
  const link = list.rows.first().getByRole('link')
  const title = (await link.textContent()) ?? ''
  const opened = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL(new RegExp(`${await link.getAttribute('href')}$`))
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(tab).toHaveTitle(/^(?!Finding).+ · acme · Gatehouse$/)
  await expect(list.panel).toBeHidden()
})

test('the tab is named after the finding that is open, and after the list once it is closed', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  const [first, second] = await demo.findings({ status: 'open', page_size: '100' })
  await page.goto(demo.at(`/findings/code?status=open&open=${first?.id}`))
  const title = () => list.panel.getByRole('heading').first().textContent()
  await expect(list.panel.getByRole('heading').first()).toBeVisible()
  await expect(page).toHaveTitle(`${await title()} · Code findings · acme · Gatehouse`)
  await page.goto(demo.at(`/findings/code/${second?.id}`))
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page).toHaveTitle(`${name} · acme · Gatehouse`)

  await page.goBack()
  await expect(page).toHaveTitle(`${await title()} · Code findings · acme · Gatehouse`)
  await list.panel.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveTitle('Code findings · acme · Gatehouse')
})

test('Shift and Enter fill the page from the panel', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open'))
  await list.startKeys()
  const id = await list.focusedRow.getAttribute('data-row')
  await page.keyboard.press('Enter')
  await list.panel.getByRole('button', { name: 'Copy link' }).focus()
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(new RegExp(`/findings/code/${id}\\?status=open$`))
})

test('shows all that a scan sent: code, flow, fix, message, facts, history, raw', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const finding = await demo.findingWith(
    { issue_type: 'sast' },
    ({ code, data_flow: flow, fix, history, instances }) =>
      code && flow && flow.length > 1 && fix && history.length > 1 && instances.length > 1,
  )
  await page.goto(demo.at(`/findings/code/${finding.id}`))
  const main = page.getByRole('main')
  const { location, code, data_flow: flow, fix, rule } = finding
  const others = finding.instances.filter(({ id }) => id !== finding.id)

  await expect(main).toContainText(`${location?.filePath?.split('/').at(-1)}:${location?.line}`)
  const shown = section(main, 'Data flow')
  await expect(shown).toContainText(code?.lines.find((line) => line.trim() !== '')?.trim() ?? '')
  await expect(shown.getByRole('listitem')).toHaveCount(flow?.length ?? 0)
  // Colours come a moment after the code, and move nothing.
  await expect(shown.locator('[class*=text-code-]').first()).toBeVisible()
  const step = shown.getByRole('listitem').first().getByRole('button')
  const lit = shown.locator('[data-lit]')
  await expect(lit).toHaveCount(0)
  await step.hover()
  await expect(lit).toContainText(String(flow?.[0]?.location?.line))
  await page.mouse.move(0, 0)
  await expect(lit).toHaveCount(0)
  await step.focus()
  await expect(lit).toContainText(String(flow?.[0]?.location?.line))
  await step.click()
  await expect(shown.getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(section(main, 'Remediation')).toContainText(fix?.after.trim().split('\n')[0]?.trim() ?? '')
  for (const name of rule.cweNames ?? []) {
    const number = /CWE-(\d+)/.exec(name)?.[1]
    await expect(section(main, 'Description').getByRole('link', { name: `CWE-${number}` })).toHaveAttribute(
      'href',
      `https://cwe.mitre.org/data/definitions/${number}.html`,
    )
  }
  await expect(fact(main, 'Rule').first()).toContainText(finding.rule_name)
  await expect(fact(main, 'Finding ID')).toContainText(String(finding.id))
  await expect(section(main, 'Other branches').getByRole('link')).toHaveCount(others.length)
  await expect(section(main, 'History')).toContainText(/Found on .+ · Scan/)

  const raw = section(main, 'Raw JSON')
  await raw.getByRole('button', { name: 'Show' }).click()
  await expect(raw.getByRole('region', { name: 'Raw JSON' })).toContainText(`"id": ${finding.id}`)
})

test('a wide page has facts and history at the right, in a column of 320 px; a narrow one has one column', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const finding = await demo.findingWith(
    { issue_type: 'sast', autotriage_verdict: 'true_positive' },
    ({ fix, policy_mode: mode }) => fix && mode,
  )
  const main = page.getByRole('main')
  const box = async (name: string) => {
    const place = await section(main, name).boundingBox()
    if (!place) throw new Error(`${name} is not shown`)
    return place
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(demo.at(`/findings/code/${finding.id}`))
  await expect(section(main, 'History')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Summary' })).toContainText(/Assistant: (True|False) positive/)
  await expect(main.getByRole('list', { name: 'Summary' })).toContainText('Policy: ')
  const [text, fix, facts, history] = [
    await box('Description'),
    await box('Remediation'),
    await box('Details'),
    await box('History'),
  ]
  expect(text.y).toBeLessThan(fix.y)
  expect(facts.x).toBeGreaterThan(text.x + text.width)
  expect([facts.y, facts.width, history.x]).toEqual([text.y, 320, facts.x])

  await page.setViewportSize({ width: 1300, height: 900 })
  await expect.poll(async () => (await box('Details')).x).toBe((await box('Description')).x)
  expect((await box('Details')).y).toBeGreaterThan((await box('Remediation')).y)
})

test('a supply-chain finding says how likely, how reachable, and which version ends it', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const finding = await demo.findingWith(
    { issue_type: 'sca', exposures: 'conditionally_reachable' },
    ({ epss_score: epss, fix_recommendations: fixes, reachable_condition: condition }) =>
      epss && fixes?.length && condition,
  )
  await page.goto(demo.at(`/findings/supply-chain/${finding.id}`))
  const facts = section(page.getByRole('main'), 'Package and advisory')
  const { found_dependency: dependency, fix_recommendations: fixes } = finding
  await expect(fact(facts, 'Package')).toContainText(`${dependency?.package} ${dependency?.version}`)
  await expect(fact(section(page.getByRole('main'), 'Remediation'), 'Upgrade to')).toContainText(
    fixes?.[0]?.version ?? '',
  )
  await expect(fact(facts, 'Advisory')).toContainText(finding.vulnerability_identifier ?? '')
  await expect(fact(facts, 'Reachable if')).toContainText(finding.reachable_condition ?? '')
  await expect(page.getByRole('list', { name: 'Summary' })).toContainText(
    'Reachability: Conditionally reachable',
  )
  await expect(fact(facts, 'EPSS')).toContainText(/% probability of exploitation within 30 days/)
})

for (const [query, column, words] of [
  ['epss_min=__none', 'EPSS', /No(t| EPSS) score/],
  ['exposures=unknown', 'Reachability', /Not analy[sz]ed/],
] as const) {
  test(`what nobody knows is said to be so, in list and detail: ${column}`, async ({
    page,
    demo,
    signedIn: _,
  }) => {
    const list = new FindingsPage(page, 'Supply-chain findings')
    await page.setViewportSize({ width: 1720, height: 900 })
    await page.goto(demo.at(`/findings/supply-chain?${query}`))
    await expect(list.chips).toHaveText([words])
    await expect(await list.cell(list.rows.first(), column)).toHaveText(words)
    await list.rows.first().focus()
    await page.keyboard.press('Enter')
    if (column === 'EPSS') {
      await expect(fact(section(list.panel, 'Package and advisory'), column)).toHaveText(words)
    } else await expect(list.panel.getByRole('list', { name: 'Summary' })).toContainText(words)
  })
}

test('a ticket is a link only where it leads to the web', async ({ page, workspace, signedIn: _ }) => {
  const finding = (url: string) => ({
    rule_name: `ticket.${url.slice(0, 4)}`,
    severity: 'high',
    location: { filePath: 'src/app.js', line: 1, column: 1, endLine: 1, endColumn: 5 },
    external_ticket: { externalSlug: 'SEC-7', url },
  })
  const addresses = ['https://tracker.example/SEC-7', 'javascript:alert(7)', 'data:text/html,<b>7</b>']
  await workspace.upload('acme/shop', JSON.stringify({ sastFindings: { findings: addresses.map(finding) } }))
  const main = page.getByRole('main')
  for (const { id, rule_name: rule } of await workspace.findings()) {
    await page.goto(workspace.at(`/findings/code/${id}`))
    await expect(section(main, 'Details')).toBeVisible()
    const link = main.getByRole('link', { name: 'SEC-7' })
    if (rule === 'ticket.http') await expect(link).toHaveAttribute('href', addresses[0] ?? '')
    else await expect(link).toHaveCount(0)
  }
})

test.describe('an id that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so, and so does one that is none', async ({ page, signedIn: _ }) => {
    await page.goto('/d/acme/findings/code/4294967295')
    await expect(page.getByText('Finding 4294967295 not found')).toBeVisible()
    await page.goto('/d/acme/findings/code/nonsense')
    await expect(page.getByText('Invalid finding ID')).toBeVisible()
  })
})
