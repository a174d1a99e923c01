import { FindingsPage, type ListName } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

const lists: readonly (readonly [ListName, path: string])[] = [
  ['Code findings', '/findings/code'],
  ['Supply-chain findings', '/findings/supply-chain'],
  ['Secrets', '/findings/secrets'],
]

/** Of each row that is rendered: the words of its location, and those of project and line that are not seen whole. */
function locations(list: FindingsPage) {
  return list.rows.evaluateAll((rows) =>
    rows.map((row) => {
      const place = row.querySelector<HTMLElement>('[title*=" · "], [title*="/"]:not(a)')
      const project = place?.firstElementChild
      const file = place?.lastElementChild?.lastElementChild
      const edge = row.getBoundingClientRect().right
      // Some findings are of a whole file or project, and have no line.
      const line = /:\d+$/.test(place?.title ?? '') ? [file?.lastChild] : []
      const unseen = [project, ...line].flatMap((part) => {
        if (!part) return 'nothing'
        const range = document.createRange()
        range.selectNodeContents(part)
        const { width, right } = range.getBoundingClientRect()
        return width > 0 && right < edge ? [] : (part.textContent ?? '')
      })
      return { words: place?.title ?? '', unseen }
    }),
  )
}

test.beforeEach(({ signedIn }) => signedIn)

for (const [name, path] of lists) {
  test(`${name}: a screen shows sixteen, and nine of ten titles whole beside the filters`, async ({
    page,
    demo,
  }) => {
    const list = new FindingsPage(page, name)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(demo.at(`${path}?status=open&primary_ref=true`))
    await expect(list.value('Severity', 'High')).toBeVisible()

    const foot = (await list.foot.boundingBox())?.y ?? 0
    const ends = await list.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom))
    expect(ends.filter((end) => end <= foot).length).toBeGreaterThanOrEqual(16)

    const titles = await list.rows.evaluateAll((rows) =>
      rows.map((row) => {
        const title = row.querySelector('a.truncate, a .truncate')
        return title ? title.scrollWidth <= title.clientWidth : false
      }),
    )
    expect(titles.filter(Boolean).length).toBeGreaterThanOrEqual(0.9 * titles.length)
  })

  test(`${name}: no width, density or open detail hides project and line`, async ({
    page,
    demo,
    baseURL,
  }) => {
    const list = new FindingsPage(page, name)
    for (const density of ['default', 'compact']) {
      await page.context().addCookies([{ name: 'gatehouse_density', value: density, url: baseURL ?? '' }])
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(demo.at(`${path}?status=open&primary_ref=true`))
      await expect(list.rows.first()).toBeVisible()
      const height = (await list.rows.first().boundingBox())?.height
      expect(height).toBe(density === 'compact' ? 28 : 40)
      const seen = async () => {
        // The heights of rows differ by density, their columns only by width.
        for (const width of density === 'default' ? [1440, 1024, 768] : [768]) {
          await page.setViewportSize({ width, height: 900 })
          const hidden = async () =>
            (await locations(list)).filter(({ words, unseen }) => words === '' || unseen.length > 0)
          await expect.poll(hidden, `${density} at ${width} px`).toEqual([])
          expect(await list.rows.count()).toBeGreaterThan(10)
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      await seen()
      await list.rows.nth(2).getByRole('link').first().click()
      await expect(list.panel).toBeVisible()
      await seen()
    }
  })
}

test('a phone that is turned shows the rows of a wide window, and the cards of a narrow one', async ({
  page,
  demo,
}) => {
  const list = new FindingsPage(page)
  const first = list.rows.first()
  const triage = list.region.getByRole('button', { name: 'Triage row 1', exact: true })
  await page.setViewportSize({ width: 900, height: 400 })
  await page.goto(demo.at('/findings/code?status=open&primary_ref=true'))
  await expect(first.getByRole('checkbox')).toBeVisible()

  await page.setViewportSize({ width: 400, height: 900 })
  await expect(triage).toBeVisible()

  await page.setViewportSize({ width: 900, height: 400 })
  await expect(first.getByRole('checkbox')).toBeVisible()
  await expect(triage).toBeHidden()
  expect((await first.boundingBox())?.height).toBe(40)
})
