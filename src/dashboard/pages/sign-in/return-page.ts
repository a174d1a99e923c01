import { safeReturn } from '#lib/urls/paths.ts'

const storageKey = 'gatehouse:sign-in-return'

/** Keeps the page to return to in this tab, while the person is at the provider: a refusal comes back without it. */
export function keepReturnPage(to: string | null): void {
  try {
    if (to === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, to)
  } catch {
    // Without storage a refused sign-in leads to the first page.
  }
}

/** Returns the search of the sign-in page that has the kept page in it; empty if none was kept or it is no page of ours. */
export function takeReturnSearch(): string {
  try {
    const to = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (to === null || safeReturn(to, location.origin) !== to) return ''
    return `?${new URLSearchParams({ to })}`
  } catch {
    return ''
  }
}
