import { FindingsPage, type ListName } from '../support/findings-page.ts'
import { numbersIn } from '../support/page-numbers.ts'
import { expect, test } from '../support/test.ts'

/** The position that the panel of a finding shows, as `at` and `of`. */
async function positionIn(list: FindingsPage): Promise<{ at: number; of: number }> {
  const text = await list.panel.getByText(/^[\d,]+ of [\d,]+$/).textContent()
  const [at = 0, of = 0] = numbersIn((text ?? '').replace(' of ', '; '))
  return { at, of }
}

const totalOf = async (list: FindingsPage) => numbersIn((await list.total.textContent()) ?? '')[0]

const lists: readonly (readonly [ListName, path: string])[] = [
  ['Code findings', '/findings/code?status=open&severities=high'],
  ['Supply-chain findings', '/findings/supply-chain?status=open'],
  ['Secrets', '/findings/secrets?status=open'],
]

for (const [name, path] of lists)
  test(`${name}: the position of a finding is that in the list that it was opened from`, async ({
    page,
    demo,
    signedIn: _,
  }) => {
    await page.goto(demo.at(path))
    const list = new FindingsPage(page, name)
    await list.rows.nth(3).click()
    const total = await totalOf(list)
    await expect.poll(() => positionIn(list)).toEqual({ at: 4, of: total })
    await list.panel.getByRole('button', { name: 'Next finding' }).click()
    await expect.poll(() => positionIn(list)).toEqual({ at: 5, of: total })
    await list.panel.getByRole('button', { name: 'Previous finding' }).click()
    await expect.poll(() => positionIn(list)).toEqual({ at: 4, of: total })
  })

test('the position stays within the rows of the list while they are decided', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan(
    'acme/shop',
    Array.from({ length: 7 }, (_, index) => ({ rule: 'rules.sqli', path: `${index}.ts` })),
  )
  await page.goto(workspace.at('/findings/code?status=open'))
  const list = new FindingsPage(page)
  await list.rows.first().click()
  await expect.poll(() => positionIn(list)).toEqual({ at: 1, of: 7 })
  for (let left = 6; left >= 1; left -= 1) {
    // The next finding follows by itself.
    await page.keyboard.press('f')
    await expect(list.total).toHaveText(String(left))
    // What was decided stays a row of the list until it is loaded again.
    await expect(list.rows).toHaveCount(7)
    const { at, of } = await positionIn(list)
    expect(of).toBe(7)
    expect(at).toBeGreaterThanOrEqual(1)
    expect(at).toBeLessThanOrEqual(7)
  }
  await page.reload()
  await expect(list.total).toHaveText('1')
  await list.rows.first().click()
  await expect.poll(() => positionIn(list)).toEqual({ at: 1, of: 1 })
})

test('a secret has as many locations in its row as in its panel', async ({ page, demo, signedIn: _ }) => {
  await page.goto(demo.at('/findings/secrets?group=secret'))
  const links = page.getByRole('link', { name: /^[\d,]+ locations?$/ })
  await expect(links.first()).toBeVisible()
  const groups = await links.evaluateAll((all) =>
    all.map((link) => ({ count: Number(link.textContent), href: link.getAttribute('href') ?? '' })),
  )
  const most = groups.toSorted((one, other) => other.count - one.count).slice(0, 3)
  for (const { count, href } of most) {
    await page.goto(href)
    const list = new FindingsPage(page, 'Secrets')
    await expect(list.total).toHaveText(String(count))
    await list.rows.first().click()
    const places = list.panel
      .locator('section')
      .filter({ has: page.getByRole('link', { name: `${count} on all branches, of any status` }) })
    await expect(places.last().getByRole('listitem')).toHaveCount(count)
  }
})
