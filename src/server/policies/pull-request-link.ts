/** How the code hosts that are known by their name address a pull request. */
const knownHosts = [
  { name: /(^|\.)github\./, path: (number: string) => `/pull/${number}` },
  { name: /(^|\.)gitlab\./, path: (number: string) => `/-/merge_requests/${number}` },
  { name: /(^|\.)bitbucket\.org$/, path: (number: string) => `/pull-requests/${number}` },
]

/** Where a pull request of a project is read; null where the host is not known, rather than a guess that leads nowhere. */
export function pullRequestUrl(projectUrl: string | null, number: number | string): string | null {
  if (projectUrl === null || !/^\d+$/.test(String(number)) || !URL.canParse(projectUrl)) return null
  const url = new URL(projectUrl)
  const host = knownHosts.find(({ name }) => name.test(url.hostname))
  if (!host || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${url.pathname.replace(/(\.git)?\/?$/, '')}${host.path(String(number))}`
}
