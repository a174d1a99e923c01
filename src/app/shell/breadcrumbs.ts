import type { Params } from 'react-router'

/** What a route says of itself for the breadcrumb and the page's title. */
export interface RouteHandle {
  /** Its word in the breadcrumb. */
  crumb?: string | ((parameters: Params, pathname: string) => string)
  /** The page's name where the last crumb alone would not say it. */
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

/** The breadcrumb of the routes that match, from the outermost on. */
export function breadcrumbsOf(matches: readonly Match[]): Breadcrumb[] {
  return matches.flatMap((match) => {
    const { crumb } = handleOf(match)
    const word = typeof crumb === 'function' ? crumb(match.params, match.pathname) : crumb
    return word === undefined ? [] : [{ word, pathname: match.pathname }]
  })
}

/** The page's name: its own, else its crumb. */
export function titleOf(matches: readonly Match[]): string | undefined {
  const last = matches.at(-1)
  return last && (handleOf(last).title ?? breadcrumbsOf([last])[0]?.word)
}
