import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('a broken address shows its list, with a word about what was left out', async ({
  page,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto('/d/acme/findings/code?severities=hgih,low&page_size=7&colour=red&status=open')
  await expect(list.rows.first()).toContainText('Low')
  await expect(list.chips).toHaveText([/^Severity Low/, /^Status Open/])
  const said = page.getByText('Parts of this URL were ignored')
  await expect(said).toContainText('Severity')
  await expect(said).toContainText('hgih')
  await expect(said).toContainText('Page size')
  await expect(said).toContainText('colour')
  await expect(list.foot).toContainText('1–100 of')
})

test.describe('a deployment that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is said to be missing or hidden, and the ones that are there are offered', async ({
    page,
    signedIn: _,
  }) => {
    await page.goto('/d/no-such-place/findings/code')
    await expect(page.getByText('Deployment “no-such-place” not found')).toBeVisible()
    await page.getByRole('link', { name: 'Open Acme' }).click()
    await expect(new FindingsPage(page).rows.first()).toBeVisible()
  })

  test('is answered the same as one that the token may not see', async ({ page, workspace, service }) => {
    const token = await workspace.token({ name: 'Ida', person: 'Ida', role: 'viewer' })
    await page.goto('/sign-in')
    await page.getByRole('textbox', { name: 'Token' }).fill(token)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${service.base}/d/${workspace.slug}/`))
    await page.goto('/d/acme/findings/code')
    await expect(page.getByText('Deployment “acme” not found')).toBeVisible()
    await expect(page.getByText("It does not exist, or your token doesn't have access to it.")).toBeVisible()
  })
})

test('a URL of no page says so and leads back', async ({ page, signedIn: _ }) => {
  await page.goto('/d/acme/no/such/page')
  await expect(page.getByRole('heading', { level: 2, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('a search without results says so in the field and in the first rows, with what to clear', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ severity: 'ERROR' }, { severity: 'INFO' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.rows).toHaveCount(2)
  await list.search.fill('nothing-like-this')
  const message = page.getByRole('heading', { name: 'No findings match “nothing-like-this”' })
  await expect(message).toBeVisible()
  await expect(page.getByText('2 findings match without the search.')).toBeVisible()
  const [box, field, heads] = await Promise.all(
    [message, list.search, list.table.locator('thead')].map((one) => one.boundingBox()),
  )
  // Where the first rows were, not in the middle of the page.
  expect((box?.y ?? 0) - ((heads?.y ?? 0) + (heads?.height ?? 0))).toBeLessThan(72)
  await expect(list.region.getByText('No results')).toBeVisible()
  expect((await list.region.getByText('No results').boundingBox())?.y).toBeCloseTo((field?.y ?? 0) + 7, -1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(list.rows).toHaveCount(2)
  await expect(list.search).toHaveValue('')
  await expect(page).toHaveURL(/status=open$/)
})

test('a filter that matches nothing names what it leaves out, and clears', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ severity: 'ERROR' }, { severity: 'INFO' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?severities=critical&status=fixed'))
  await expect(page.getByRole('heading', { name: 'No findings match' })).toBeVisible()
  await expect(list.total).toHaveText('0')
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(list.rows).toHaveCount(2)
  await expect(page).toHaveURL(/\/findings\/code$/)
})

test.describe('a service that fails', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 50\d|status of 404/] })

  test('keeps the rows, says what happened, and Retry brings the newest', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', [{ line: 1 }, { line: 2 }])
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    await list.startKeys()
    await page.keyboard.press('r')
    const refresh = list.foot.getByRole('button', { name: 'refresh' })
    await expect(refresh).toBeVisible()

    const lists = /\/api\/v1\/deployments\/[^/]+\/findings\?/
    await page.route(lists, (route) => route.abort())
    await refresh.click()
    const retry = list.region.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await expect(list.rows).toHaveCount(2)
    await expect(list.region.getByRole('alert')).toContainText('the service is unreachable')
    await list.choose('Severity', 'High')
    await expect(retry).toBeVisible()
    await expect(list.rows).toHaveCount(2)

    await page.unroute(lists)
    // It also asks again by itself as soon as anything hears that the service answers.
    await retry.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
    await expect(list.rows).toHaveCount(1)
    await expect(retry).toBeHidden()
  })

  test('says so in place of rows that never came, and Retry brings them', async ({ page, signedIn: _ }) => {
    const list = new FindingsPage(page)
    const lists = /\/api\/v1\/deployments\/[^/]+\/findings\?/
    await page.route(lists, (route) => route.abort())
    // The browser resolves a relative time, so the document comes without rows.
    await page.goto('/d/acme/findings/code?since=365d')
    await expect(list.region.getByText("Couldn't load findings")).toBeVisible()
    await page.unroute(lists)
    await list.region.getByRole('button', { name: /Retry|Try again/ }).click()
    await expect(list.rows.first()).toBeVisible()
  })

  test('gives the request id of what it could not answer', async ({ page, signedIn: _ }) => {
    const ids: (string | undefined)[] = []
    page.on('response', (answer) => {
      if (/\/findings\?.*filter=unknown/.test(answer.url())) ids.push(answer.headers()['x-request-id'])
    })
    await page.goto('/d/acme/findings/code?filter=unknown')
    const failure = new FindingsPage(page).region.getByRole('alert')
    await expect(failure.getByRole('button', { name: 'Copy request ID' })).toBeVisible()
    expect(ids).toContain(await failure.getByRole('code').textContent())
  })
})
