import {
  type ForgeAnswer,
  type ForgeRequest,
  type ForgeServer,
  pageOf,
  startForgeServer,
  textAt,
} from './server.ts'

interface StoredComment {
  id: number
  body: string
  user: { login: string } | null
}

/** A server for tests that behaves like the API of GitHub for one repository and one pull request. */
export interface GitHubServer extends ForgeServer {
  comments: StoredComment[]
  /** The bodies of the statuses, each with its commit, oldest first. */
  statuses: Record<string, unknown>[]
  /** What the token may write. */
  permissions: { comments: boolean; statuses: boolean }
  /** The variables of a job of GitHub Actions. */
  environment: Record<string, string>
}

const viewer = 'github-actions[bot]'
const forbidden = { status: 403, body: { message: 'Resource not accessible by integration', status: '403' } }
const missing = { status: 404, body: { message: 'Not Found', status: '404' } }
const invalid = (message: string) => ({
  status: 422,
  body: {
    message: 'Validation Failed',
    errors: [{ resource: 'IssueComment', code: 'unprocessable', message }],
  },
})
const limits = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' }

/** Starts it for the pull request 7 of acme/shop. */
export async function startGitHub(token = 'ghs_token-of-the-job'): Promise<GitHubServer> {
  const state = {
    comments: [] as StoredComment[],
    statuses: [] as Record<string, unknown>[],
    permissions: { comments: true, statuses: true },
  }
  let lastId = 1_000
  const answer = (request: ForgeRequest): ForgeAnswer => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Bad credentials', status: '401' } }
    if (!request.headers['user-agent']) return { status: 403, body: { message: 'Request forbidden' } }
    // GitHub Enterprise Server has its APIs under another path.
    const path = request.url.pathname.replace(/^\/api(?:\/v3)?\//, '/')
    if (path === '/graphql') return { status: 200, body: { data: { viewer: { login: viewer } } } }
    if (path === '/repos/acme/shop/issues/7/comments') return comments(request)
    const status = /^\/repos\/acme\/shop\/statuses\/([0-9a-f]+)$/.exec(path)
    if (status?.[1]) return setStatus(status[1], request.body)
    const comment = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(path)
    return comment ? change(Number(comment[1]), request) : missing
  }
  const comments = ({ method, url, body }: ForgeRequest): ForgeAnswer => {
    if (method === 'GET') {
      const { rows, headers } = pageOf(state.comments, url)
      return { status: 200, body: rows, headers }
    }
    if (!state.permissions.comments) return forbidden
    const text = textAt(body, 'body')
    if (text.length > 65_536) return invalid('body is too long (maximum is 65536 characters)')
    lastId += 1
    const created = { id: lastId, body: text, user: { login: viewer } }
    state.comments.push(created)
    return { status: 201, body: created }
  }
  const change = (id: number, { method, body }: ForgeRequest): ForgeAnswer => {
    const found = state.comments.find((comment) => comment.id === id)
    if (!found) return missing
    if (!state.permissions.comments) return forbidden
    if (method === 'DELETE') {
      state.comments.splice(state.comments.indexOf(found), 1)
      return { status: 204 }
    }
    const text = textAt(body, 'body')
    if (text.length > 65_536) return invalid('body is too long (maximum is 65536 characters)')
    found.body = text
    return { status: 200, body: found }
  }
  const setStatus = (sha: string, body: unknown): ForgeAnswer => {
    if (!state.permissions.statuses) return forbidden
    if (!['success', 'failure', 'error', 'pending'].includes(textAt(body, 'state')))
      return invalid('state is not included in the list')
    if (textAt(body, 'description').length > 140)
      return invalid('description is too long (maximum is 140 characters)')
    state.statuses.push({ sha, ...Object(body) })
    return { status: 201, body: { id: 1, ...Object(body) } }
  }
  const server = await startForgeServer((request) => {
    const given = answer(request)
    return { ...given, headers: { ...limits, 'x-ratelimit-reset': resetIn(3600), ...given.headers } }
  })
  return {
    ...server,
    ...state,
    environment: {
      GITHUB_API_URL: server.base,
      GITHUB_GRAPHQL_URL: `${server.base}/graphql`,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_TOKEN: token,
    },
  }
}

/** When a limit ends, as GitHub says it: seconds since 1970. */
export const resetIn = (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds)
