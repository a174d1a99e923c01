/** The types of findings, each with its own page, as the API names them. */
export type PageType = 'sast' | 'sca' | 'secrets'

const folders: Record<PageType, string> = { sast: 'code', sca: 'supply-chain', secrets: 'secrets' }

export type Search = Readonly<Record<string, string>> | URLSearchParams | undefined

/** Returns a path with a query string. */
export function withSearch(path: string, search: Search): string {
  const text = search ? new URLSearchParams(search).toString() : ''
  return text ? `${path}?${text}` : path
}

/** The filter of the navigation's links and counts: open findings of the primary branches, by rules that are not disabled. */
export const defaultFilter = { status: 'open', primary_ref: 'true', rule_disabled: 'false' } as const

/** The filter of the navigation for secrets: each once, with all its locations combined. */
export const secretsFilter = {
  status: 'open',
  dedup: 'true',
  rule_disabled: 'false',
  group: 'secret',
} as const

/**
 * All URLs of the dashboard. A test runs each through the real route table. `deployment` is the slug; `search` is a
 * query string as `writeQuery` returns it, or plain names and values.
 */
export const paths = {
  home: () => '/',
  signIn: (to?: string) => withSearch('/sign-in', to === undefined ? undefined : { to }),
  deployment: (deployment: string) => `/d/${encodeURIComponent(deployment)}`,
  findings: (deployment: string, type: PageType, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/findings/${folders[type]}`, search),
  /** A finding's own page; next to the list it is `findings(…)` with `open=<id>`. */
  finding: (deployment: string, type: PageType, id: number | string, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/findings/${folders[type]}/${encodeURIComponent(id)}`, search),
  projects: (deployment: string, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/projects`, search),
  dependencies: (deployment: string, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/dependencies`, search),
  policies: (deployment: string) => `${paths.deployment(deployment)}/policies`,
  scans: (deployment: string, search?: Search) => withSearch(`${paths.deployment(deployment)}/scans`, search),
  exports: (deployment: string, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/exports`, search),
  /** The import page. */
  import: (deployment: string) => `${paths.deployment(deployment)}/import`,
  settings: (deployment: string) => `${paths.deployment(deployment)}/settings`,
} as const

/**
 * Returns the name at the end of a `project` or `rule` URL. The router's own parameter cannot distinguish `%2F` in a
 * name from a slash between its parts.
 * @param pathname the browser's pathname, not decoded.
 */
export function projectNameIn(pathname: string): string {
  const name = pathname.split('/').slice(4).join('/')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the URL to open after signing in: a path of this dashboard with its query, or home for anything else, so that
 * an external link cannot redirect elsewhere. `origin` is the dashboard's own.
 */
export function safeReturn(to: string | null | undefined, origin: string): string {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return paths.home()
  const address = new URL(to, origin)
  // `/.//evil.example` has this origin, but its path alone would be another host.
  if (address.origin !== origin || address.pathname.startsWith('//')) return paths.home()
  if (address.pathname === '/sign-in') return paths.home()
  return `${address.pathname}${address.search}${address.hash}`
}
