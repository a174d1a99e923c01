import type { Params } from 'react-router'

/** A route's data for the breadcrumb and the page title. */
export interface RouteHandle {
  /** Its text in the breadcrumb. */
  crumb?: string | ((parameters: Params, pathname: string) => string)
  /** The page's name, if the last crumb alone is not enough. */
  title?: string
}

export interface Breadcrumb {
  word: string
  pathname: string
}

interface Match {
  pathname: string
  params: Params
  handle: unknown
}

function handleOf(match: Match): RouteHandle {
  return typeof match.handle === 'object' && match.handle !== null ? match.handle : {}
}

/** Returns the breadcrumb of the matching routes, outermost first. */
export function breadcrumbsOf(matches: readonly Match[]): Breadcrumb[] {
  return matches.flatMap((match) => {
    const { crumb } = handleOf(match)
    const word = typeof crumb === 'function' ? crumb(match.params, match.pathname) : crumb
    return word === undefined ? [] : [{ word, pathname: match.pathname }]
  })
}

/** Returns the page's own name, otherwise its crumb. */
export function titleOf(matches: readonly Match[]): string | undefined {
  const last = matches.at(-1)
  return last && (handleOf(last).title ?? breadcrumbsOf([last])[0]?.word)
}
