import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe has against the page as it stands, in both themes, in words short enough to read. */
export async function violations(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours that are still on their way from one theme to the other are no colours of either.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
          .map(({ finished }) => finished),
      ).then(() => undefined),
    )
    const { violations } = await new AxeBuilder({ page })
      // The library's own, at the edges of what floats: each hands the focus on at once.
      .exclude('[data-base-ui-focus-guard]')
      .disableRules(except)
      .analyze()
    for (const { id, help, nodes } of violations) {
      const places = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
      found.push(`${colorScheme}: ${id} (${help})\n  ${places.slice(0, 5).join('\n  ')}`)
    }
  }
  return found
}
