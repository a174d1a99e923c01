import type { Page } from '@playwright/test'

/** A link whose accessible name has a number. */
export interface NumberedLink {
  name: string
  /** What is seen of it. */
  text: string
  href: string
}

interface PageNumbers {
  links: NumberedLink[]
  /** Texts with a number that are part of no link or control. */
  texts: string[]
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
    const texts = new Set<string>()
    // The total of a list stands beside its title, and charts have no list for each of their points.
    const others =
      'a, button, label, input, select, option, textarea, time, code, pre, svg, h1, h1 + *, figure'
    const main = document.querySelector('main') ?? document.body
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/\d/.test(node.nodeValue ?? '') || parent.closest(others) || !isShown(parent)) continue
      texts.add(trim(node.nodeValue ?? ''))
    }
    return { links: [...links.values()], texts: [...texts] }
  })
}

/** The whole numbers that stand alone in a text: not those of names, versions, paths and shares. */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(/(?<=^|[\s+−(])(?:\d{1,3}(?:,\d{3})+|\d+)(?=$|[\s):;]|[.,](?!\d))/g)].map(([digits]) =>
    Number(digits.replaceAll(',', '')),
  )
