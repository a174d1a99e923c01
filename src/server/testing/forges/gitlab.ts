import {
  type ForgeAnswer,
  type ForgeRequest,
  type ForgeServer,
  pageOf,
  startForgeServer,
  textAt,
} from './server.ts'

interface StoredNote {
  id: number
  body: string
  author: { id: number; username: string }
}

/** A server for tests that behaves like the API of GitLab for one project and one merge request. */
export interface GitLabServer extends ForgeServer {
  notes: StoredNote[]
  /** The bodies of the statuses, each with its commit, oldest first. */
  statuses: Record<string, unknown>[]
  /** Whether the token of a job may do what an access token may. */
  allows: { jobToken: boolean }
  /** The variables of a job of GitLab CI. */
  environment: Record<string, string>
}

/** The token's own user. */
const bot = { id: 40, username: 'project_5_bot' }
const missing = { status: 404, body: { message: '404 Not found' } }
const invalid = (message: unknown) => ({ status: 400, body: { message } })

/** Starts it for the merge request 7 of the project 5, whose pipeline is 9. */
export async function startGitLab(token = 'glpat-token-of-the-project'): Promise<GitLabServer> {
  const jobToken = 'glcbt-token-of-the-job'
  const state = {
    notes: [] as StoredNote[],
    statuses: [] as Record<string, unknown>[],
    allows: { jobToken: false },
  }
  let lastId = 2_000
  const answer = (request: ForgeRequest): ForgeAnswer => {
    const ofJob = request.headers['job-token'] === jobToken
    if (!ofJob && request.headers['private-token'] !== token)
      return { status: 401, body: { message: '401 Unauthorized' } }
    const path = request.url.pathname.slice('/api/v4'.length)
    if (path === '/job' && ofJob) return { status: 200, body: { id: 3, user: bot } }
    if (ofJob && !state.allows.jobToken) return { status: 403, body: { message: '403 Forbidden' } }
    if (path === '/user' && !ofJob) return { status: 200, body: bot }
    const status = /^\/projects\/5\/statuses\/([0-9a-f]+)$/.exec(path)
    if (status?.[1]) return setStatus(status[1], request.body)
    if (path === '/projects/5/merge_requests/7/notes') return list(request)
    const note = /^\/projects\/5\/merge_requests\/7\/notes\/(\d+)$/.exec(path)
    return note ? change(Number(note[1]), request) : missing
  }
  const list = ({ method, url, body }: ForgeRequest): ForgeAnswer => {
    if (method === 'GET') {
      const isAscending = url.searchParams.get('sort') === 'asc'
      const { rows, headers } = pageOf(isAscending ? state.notes : state.notes.toReversed(), url)
      return { status: 200, body: rows, headers }
    }
    const text = textAt(body, 'body')
    if (text === '' || text.length > 1_000_000) return invalid({ note: ['is too long'] })
    lastId += 1
    const created = { id: lastId, body: text, author: bot }
    state.notes.push(created)
    return { status: 201, body: created }
  }
  const change = (id: number, { method, body }: ForgeRequest): ForgeAnswer => {
    const found = state.notes.find((note) => note.id === id)
    if (!found) return missing
    if (method === 'DELETE') {
      state.notes.splice(state.notes.indexOf(found), 1)
      return { status: 204 }
    }
    found.body = textAt(body, 'body')
    return { status: 200, body: found }
  }
  const setStatus = (sha: string, body: unknown): ForgeAnswer => {
    const given: Record<string, unknown> = { sha, ...Object(body) }
    if (!['pending', 'running', 'success', 'failed', 'canceled'].includes(textAt(body, 'state')))
      return { status: 400, body: { error: 'state does not have a valid value' } }
    if (textAt(body, 'description').length > 255 || textAt(body, 'target_url').length > 255)
      return invalid({ description: ['is too long (maximum is 255 characters)'] })
    const last = state.statuses.findLast((one) => one['sha'] === sha && one['name'] === given['name'])
    if (last?.['state'] === 'pending' && given['state'] === 'pending')
      return invalid(
        'Cannot transition status via :enqueue from :pending (Reason(s): Status cannot transition via "enqueue")',
      )
    state.statuses.push(given)
    return { status: 201, body: { id: 1, ...given } }
  }
  const server = await startForgeServer(answer)
  return {
    ...server,
    ...state,
    environment: {
      CI_API_V4_URL: `${server.base}/api/v4`,
      CI_PROJECT_ID: '5',
      CI_PIPELINE_ID: '9',
      CI_JOB_TOKEN: jobToken,
      GITLAB_TOKEN: token,
    },
  }
}
