/** The types of findings, each with a page of its own, as the API names them. */
export type PageType = 'sast' | 'sca' | 'secrets'

const folders: Record<PageType, string> = { sast: 'code', sca: 'supply-chain', secrets: 'secrets' }

export type Search = Readonly<Record<string, string>> | URLSearchParams | undefined

/** A path with what stands behind its question mark. */
export function withSearch(path: string, search: Search): string {
  const text = search ? new URLSearchParams(search).toString() : ''
  return text ? `${path}?${text}` : path
}

/** What the navigation opens and counts: open findings of the primary branches. */
export const defaultFilter = { status: 'open', primary_ref: 'true' } as const

/** The same for secrets: each once, and all places of one together. */
export const secretsFilter = { status: 'open', dedup: 'true', group: 'secret' } as const

/**
 * Every address of the dashboard. A test runs each through the real route table.
 * `deployment` is the slug; `search` is a query string as `writeQuery` gives it, or plain names and values.
 */
export const paths = {
  home: () => '/',
  signIn: (to?: string) => withSearch('/sign-in', to === undefined ? undefined : { to }),
  deployment: (deployment: string) => `/d/${encodeURIComponent(deployment)}`,
  findings: (deployment: string, type: PageType, search?: Search) =>
    withSearch(`${paths.deployment(deployment)}/findings/${folders[type]}`, search),
  /** A finding's page of its own; beside the list it is `findings(…)` with `open=<id>`. */
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
  /** The ways to bring in scans. */
  import: (deployment: string) => `${paths.deployment(deployment)}/import`,
  settings: (deployment: string) => `${paths.deployment(deployment)}/settings`,
} as const

/**
 * The name that an address of `project` or `rule` ends with. The router's own parameter cannot tell `%2F` in a name from
 * a slash between its parts.
 * @param pathname as the browser has it, not decoded.
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
 * Where signing in returns to: a path of this dashboard with its query, or home for anything else, so that a link
 * from outside cannot lead away. `origin` is the dashboard's own.
 */
export function safeReturn(to: string | null | undefined, origin: string): string {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return paths.home()
  const address = new URL(to, origin)
  // `/.//evil.example` is of this origin, but its path alone would name another one.
  if (address.origin !== origin || address.pathname.startsWith('//')) return paths.home()
  if (address.pathname === '/sign-in') return paths.home()
  return `${address.pathname}${address.search}${address.hash}`
}
