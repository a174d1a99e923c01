import type { Page } from '@playwright/test'

/** A value of a filter beside a list, and how many rows it says that it gives. */
export interface CountedOption {
  name: string
  value: string
  count: number
}

/** Reads the counts of the filters beside a list, once they are there. */
export async function countedOptions(page: Page): Promise<CountedOption[]> {
  const read = () =>
    page.evaluate(() => {
      const numberOf = (text: string | undefined) => Number(text?.replaceAll(',', ''))
      const found: { name: string; value: string; count: number }[] = []
      for (const box of document.querySelectorAll('input[type=checkbox][data-focus-key]')) {
        const [, name = '', value = ''] = /^(\S+) (.+)$/.exec(box.getAttribute('data-focus-key') ?? '') ?? []
        const [, , end] = box.closest('label')?.children ?? []
        if (end) found.push({ name, value, count: numberOf(end.textContent) })
      }
      for (const select of document.querySelectorAll('select[data-focus-key]'))
        for (const option of select.querySelectorAll('option')) {
          const [, count] = /\(([\d,]+)\)$/.exec(option.text) ?? []
          const name = select.getAttribute('data-focus-key') ?? ''
          if (count) found.push({ name, value: option.value, count: numberOf(count) })
        }
      return found
    })
  await page.waitForFunction(() =>
    document.querySelector('[data-focus-key] ~ span ~ span, select[data-focus-key]'),
  )
  return read()
}

/** The path of the list that an option gives, in place of what is chosen of its filter. */
export function pathOfOption(page: Page, { name, value }: CountedOption): string {
  const { pathname, searchParams } = new URL(page.url())
  for (const key of [name, `${name}[]`, `not_${name}`]) searchParams.delete(key)
  searchParams.set(/,|^\s|\s$/.test(value) ? `${name}[]` : name, value)
  return `${pathname}?${searchParams}`
}

/** Chooses some at random, so that each has its turn. */
export const atRandom = <T>(all: readonly T[], most: number): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([, one]) => one)

/** Some of the options of each filter. */
export const someOfEach = (options: readonly CountedOption[], most: number): CountedOption[] =>
  [...Map.groupBy(options, ({ name }) => name).values()].flatMap((own) => atRandom(own, most))
