/** The pull request URLs of known code hosts. */
const knownHosts = [
  { name: /(^|\.)github\./, path: (number: string) => `/pull/${number}` },
  { name: /(^|\.)gitlab\./, path: (number: string) => `/-/merge_requests/${number}` },
  { name: /(^|\.)bitbucket\.org$/, path: (number: string) => `/pull-requests/${number}` },
]

/** The URL of a pull request of a project; null for an unknown host, rather than a guess that may not exist. */
export function pullRequestUrl(projectUrl: string | null, number: number | string): string | null {
  if (projectUrl === null || !/^\d+$/.test(String(number)) || !URL.canParse(projectUrl)) return null
  const url = new URL(projectUrl)
  const host = knownHosts.find(({ name }) => name.test(url.hostname))
  if (!host || !/^https?:$/.test(url.protocol)) return null
  return `${url.origin}${url.pathname.replace(/(\.git)?\/?$/, '')}${host.path(String(number))}`
}
