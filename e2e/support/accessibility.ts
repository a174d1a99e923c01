import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>

/** The color schemes in which every page must be accessible: both themes and forced colors. */
export const displayModes = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const satisfies readonly { name: string; media: Media }[]
export const widths = [1440, 768, 360] as const

/** The violations that axe finds in each display mode at each width, without reloading the page. */
export async function violationsInAllModes(page: Page): Promise<string[]> {
  const results: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const [at, { name, media }] of displayModes.entries()) {
      await show(page, media)
      // Other rules give the same result in every mode.
      const builder = at === 0 ? builderOf(page) : builderOf(page).withRules(['color-contrast'])
      results.push(...(await describeViolations(builder, `${name}, ${width} px`)))
    }
  }
  return results
}

/** Changes the color scheme and waits until transitions have ended. */
async function show(page: Page, media: Media): Promise<void> {
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
  // During a transition, colors belong to neither theme.
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
    // Describing every element that passes would take as long as the checks.
    .options({ resultTypes: ['violations'] })
    // Focus guards of Base UI around popups, which move the focus on at once.
    .exclude('[data-base-ui-focus-guard]')

async function describeViolations(builder: AxeBuilder, displayMode: string): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
    return `${displayMode}: ${id} (${help})\n  ${elements.slice(0, 5).join('\n  ')}`
  })
}

/** The violations that axe finds in the page in both themes, shortened. */
export async function violations(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  const results: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await show(page, { colorScheme })
    results.push(...(await describeViolations(builderOf(page).disableRules(except), colorScheme)))
  }
  return results
}
