import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

/** The ways in which every page has to work: both themes, the system's colors, three widths. */
export const looks = [
  { word: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { word: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { word: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const satisfies readonly { word: string; media: Media }[]
export const widths = [1440, 768, 360] as const

/** What axe has against a page in each look at each width, without loading it again. */
export async function violationsInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const [at, { word, media }] of looks.entries()) {
      await show(page, media)
      // What does not depend on colors is the same in every look.
      const builder = at === 0 ? builderOf(page) : builderOf(page).withRules(['color-contrast'])
      found.push(...(await wordsOf(builder, `${word}, ${width} px`)))
    }
  }
  return found
}

/** Shows the page in other colors, once the change is over. */
async function show(page: Page, media: Media): Promise<void> {
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  // Colours that are still on their way from one theme to the other are no colours of either.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )
}

const builderOf = (page: Page) =>
  new AxeBuilder({ page })
    // The library's own, at the edges of what floats: each hands the focus on at once.
    .exclude('[data-base-ui-focus-guard]')

async function wordsOf(builder: AxeBuilder, look: string): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
    return `${look}: ${id} (${help})\n  ${places.slice(0, 5).join('\n  ')}`
  })
}

/** What axe has against the page as it stands, in both themes, in words short enough to read. */
export async function violations(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await show(page, { colorScheme })
    found.push(...(await wordsOf(builderOf(page).disableRules(except), colorScheme)))
  }
  return found
}
