import * as z from 'zod/mini'
import type { Client } from './client.ts'
import { addressOf, type Comment, type Forge, type Target, WrongEnvironment } from './forge.ts'

const commentShape = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  // A deleted account has none.
  user: z.nullish(z.object({ login: z.string() })),
})
const commentsShape = z.array(commentShape)
const viewerShape = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) })

const states = { pass: 'success', fail: 'failure', none: 'error', waiting: 'pending' } as const
const permissions = { comment: 'pull-requests: write', status: 'statuses: write' } as const
/** The longest description of a status. */
const maxDescription = 140
/** GitHub limits the comments of a pull request to 2,500. */
const maxPages = 30

/** What GitHub Actions says about its API, and the token that the job got. */
export interface GitHubSettings {
  api: string
  graphql: string
  token: string
  repository: string
}

/**
 * Reads the settings of GitHub from the variables of the job.
 * @throws WrongEnvironment if one is missing.
 */
export function readGitHub(environment: NodeJS.ProcessEnv): GitHubSettings {
  const token = environment['GITHUB_TOKEN']
  if (!token)
    throw new WrongEnvironment(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions.
      'GITHUB_TOKEN is missing. Pass it to the step: env: GITHUB_TOKEN: ${{ github.token }}',
    )
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new WrongEnvironment(
      'GITHUB_REPOSITORY is missing or wrong. It is the repository, such as acme/shop.',
    )
  const api = addressOf(environment, 'GITHUB_API_URL', 'https://api.github.com')
  // GitHub Enterprise Server has its REST API under /api/v3.
  const graphql = addressOf(environment, 'GITHUB_GRAPHQL_URL', `${api.replace(/\/v3$/, '')}/graphql`)
  return { api, graphql, token, repository }
}

/** The headers of each request. */
export const gitHubHeaders = ({ token }: GitHubSettings, version: string) => ({
  accept: 'application/vnd.github+json',
  authorization: `Bearer ${token}`,
  'user-agent': `gatehouse/${version}`,
  'x-github-api-version': '2022-11-28',
})

/** GitHub as a code host: comments of pull requests, and commit statuses. */
export function gitHub(
  { graphql, repository }: GitHubSettings,
  { commit, pullRequest }: Target,
  send: Client,
): Forge {
  const repositoryPath = `/repos/${repository}`
  const commentsPath = `${repositoryPath}/issues/${pullRequest}/comments`
  const commentPath = (id: string) => `${repositoryPath}/issues/comments/${id}`
  return {
    name: 'GitHub',
    change: pullRequest === null ? null : `pull request ${pullRequest} of ${repository}`,
    addressVariable: 'GITHUB_API_URL',
    permission: (parts) =>
      `Give the job ${parts.map((part) => permissions[part]).join(' and ')}; in a pull request from a fork, the token can only read.`,
    async *comments() {
      for (let page = 1; page <= maxPages; page++) {
        const query = { per_page: '100', page: String(page) }
        const { body, hasNext } = await send('GET', commentsPath, { query })
        yield commentsShape.parse(body).map(toComment)
        if (!hasNext) return
      }
    },
    async author() {
      // The token of a job may not ask who it is over the REST API.
      const { body } = await send('POST', graphql, { json: { query: '{ viewer { login } }' } })
      return viewerShape.parse(body).data.viewer.login
    },
    async create(text) {
      const { body } = await send('POST', commentsPath, { json: { body: text }, repeatable: false })
      return toComment(commentShape.parse(body))
    },
    async edit(id, text) {
      await send('PATCH', commentPath(id), { json: { body: text } })
    },
    async remove(id) {
      await send('DELETE', commentPath(id))
    },
    async setStatus({ context, state, description, url }) {
      await send('POST', `${repositoryPath}/statuses/${encodeURIComponent(commit)}`, {
        json: {
          context,
          state: states[state],
          description: description.slice(0, maxDescription).toWellFormed(),
          ...(url === null ? {} : { target_url: url }),
        },
      })
    },
  }
}

const toComment = ({ id, body, user }: z.infer<typeof commentShape>): Comment => ({
  id: String(id),
  body: body ?? '',
  author: user?.login ?? '',
})
