import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

/** Minified, it loads in two thirds of the time, in each document. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What it defines in the page. */
declare const axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> }

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
      results.push(...(await describeViolations(page, at === 0 ? {} : contrast, `${name}, ${width} px`)))
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

/** The rule whose result depends on the theme. */
const contrast: RunOptions = { runOnly: ['color-contrast'] }

async function describeViolations(page: Page, options: RunOptions, displayMode: string): Promise<string[]> {
  // Once for each document: axe takes longer to load than to check a small page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    // Focus guards of Base UI around popups, which move the focus on at once, are left out; and describing every
    // element that passes would take as long as the checks.
    (runOptions) =>
      axe
        .run({ exclude: ['[data-base-ui-focus-guard]'] }, { ...runOptions, resultTypes: ['violations'] })
        .then((results) => results.violations),
    options,
  )
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
    return `${displayMode}: ${id} (${help})\n  ${elements.slice(0, 5).join('\n  ')}`
  })
}

/** The violations that axe finds in the page in both themes, shortened. */
export async function violations(page: Page, { except = [] }: { except?: string[] } = {}): Promise<string[]> {
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]))
  await show(page, { colorScheme: 'light' })
  const inLight = await describeViolations(page, { rules }, 'light')
  await show(page, { colorScheme: 'dark' })
  return [...inLight, ...(await describeViolations(page, contrast, 'dark'))]
}
