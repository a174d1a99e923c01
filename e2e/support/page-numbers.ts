import type { Locator, Page } from '@playwright/test'

/** A link whose accessible name has a number. */
export interface NumberedLink {
  name: string
  /** What is seen of it. */
  text: string
  href: string
}

/** A text, and the names of the page, the region and the column that it stands in: `Scans › Scans › Findings`. */
export interface PlacedText {
  place: string
  text: string
}

interface PageNumbers {
  links: NumberedLink[]
  /** Texts with a number that are part of no link or control, each with where it stands. */
  texts: PlacedText[]
}

/** Collects what a page shows as numbers, each once. */
export function numbersOf(page: Page): Promise<PageNumbers> {
  return page.evaluate(() => {
    const trim = (text: string) => text.replace(/\s+/g, ' ').trim()
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const nameOf = (link: Element): string => {
      const copy = document.createElement('div')
      copy.innerHTML = link.innerHTML
      for (const hidden of copy.querySelectorAll('[aria-hidden=true], svg')) hidden.remove()
      // Its parts stand apart, though no space is between them.
      for (const part of copy.querySelectorAll('*')) part.after(' ')
      return trim(link.getAttribute('aria-label') ?? copy.textContent)
    }
    const links = new Map<string, { name: string; text: string; href: string }>()
    for (const link of document.querySelectorAll('a[href]')) {
      const name = nameOf(link)
      const href = link.getAttribute('href') ?? ''
      if (/\d/.test(name) && isShown(link))
        links.set(`${name} ${href}`, { name, text: trim(link.textContent), href })
    }
    const nameOfRegion = (region: Element): string => {
      const labels = region.getAttribute('aria-labelledby')?.split(' ') ?? []
      const named = labels.map((id) => document.getElementById(id)?.textContent ?? '')
      return trim(region.getAttribute('aria-label') ?? named.join(' '))
    }
    const regions = '[aria-label], [aria-labelledby]:not(dialog)'
    const columnOf = (element: Element): string => {
      const cell = element.closest('td, th')
      const row = cell?.closest('tr')
      const heads = cell?.closest('table')?.querySelectorAll('thead th')
      return (row && cell && heads?.[[...row.children].indexOf(cell)]?.textContent) ?? ''
    }
    const placeOf = (element: Element): string =>
      [
        trim(document.querySelector('h1')?.textContent ?? ''),
        nameOfRegion(element.parentElement?.closest(regions) ?? document.body),
        trim(columnOf(element)),
      ]
        .filter(Boolean)
        .join(' › ')
    const texts = new Map<string, { place: string; text: string }>()
    // The total of a list stands beside its title, and the points of charts are followed by their tables. External
    // Markdown is the words of a scanner.
    const markdown = '.space-y-2.text-base.wrap-anywhere'
    const others = `a, button, label, input, select, option, textarea, time, code, pre, svg, h1, h1 + *, figure, ${markdown}`
    const main = document.querySelector('main') ?? document.body
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/\d/.test(node.nodeValue ?? '') || parent.closest(others) || !isShown(parent)) continue
      const [place, text] = [placeOf(parent), trim(node.nodeValue ?? '')]
      texts.set(`${place} ${text}`, { place, text })
    }
    return { links: [...links.values()], texts: [...texts.values()] }
  })
}

/** The whole numbers that stand alone in a text: not those of names, versions, paths and shares. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(/(?<=^|[\s+−(])(?:\d{1,3}(?:,\d{3})+|\d+)(?=$|[\s):;]|[.,](?!\d))/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  )

/** The numbers of the table of a chart, each with its list, if it opens one. */
export const pointsOf = (figure: Locator): Promise<{ text: string; href: string | null }[]> =>
  figure.locator('tbody td').evaluateAll((cells) =>
    cells
      .filter((cell) => /\d/.test(cell.textContent))
      .map((cell) => ({
        text: cell.textContent.trim(),
        href: cell.querySelector('a')?.getAttribute('href') ?? null,
      })),
  )
