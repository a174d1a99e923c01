import { HTTPError } from 'ky'
import * as z from 'zod/mini'
import type { Client } from './client.ts'
import { addressOf, type Comment, type Forge, type Target, WrongEnvironment } from './forge.ts'

const noteShape = z.object({
  id: z.int(),
  body: z.nullish(z.string()),
  author: z.nullish(z.object({ id: z.int() })),
})
const notesShape = z.array(noteShape)
const userShape = z.object({ id: z.int() })
const jobShape = z.object({ user: userShape })

const states = { pass: 'success', fail: 'failed', none: 'failed', waiting: 'pending' } as const
/** The longest description, and the longest address, of a status. */
const maxText = 255
/** GitLab limits the comments of a merge request to 5,000. */
const maxPages = 60

/** What GitLab CI says about its API, and a token. */
export interface GitLabSettings {
  api: string
  token: string
  /** Whether it is the token that every job gets, which may do less. */
  isJobToken: boolean
  /** The project of the pipeline. */
  project: string
  /** The project of the merge request: another one if the pipeline runs in a fork. */
  changeProject: string
  /** The pipeline, and the commit that it runs on. */
  pipeline: { id: string; commit: string } | null
}

/**
 * Reads the settings of GitLab from the variables of the job.
 * @throws WrongEnvironment if one is missing.
 */
export function readGitLab(environment: NodeJS.ProcessEnv): GitLabSettings {
  const { GITLAB_TOKEN: own, CI_JOB_TOKEN: ofJob, CI_PROJECT_ID: project = '' } = environment
  const token = own || ofJob
  if (!token)
    throw new WrongEnvironment(
      'GITLAB_TOKEN is missing: an access token of the project with the scope api and the role Developer.',
    )
  if (!/^\d+$/.test(project))
    throw new WrongEnvironment('CI_PROJECT_ID is missing or wrong. It is the number of the project.')
  const { CI_PIPELINE_ID: id, CI_COMMIT_SHA: commit } = environment
  const changeProject = environment['CI_MERGE_REQUEST_PROJECT_ID'] ?? ''
  return {
    api: addressOf(environment, 'CI_API_V4_URL', 'https://gitlab.com/api/v4'),
    token,
    isJobToken: !own,
    project,
    changeProject: /^\d+$/.test(changeProject) ? changeProject : project,
    pipeline: id && commit ? { id, commit } : null,
  }
}

/** The headers of each request. */
export const gitLabHeaders = ({ token, isJobToken }: GitLabSettings, version: string) => ({
  accept: 'application/json',
  [isJobToken ? 'job-token' : 'private-token']: token,
  'user-agent': `gatehouse/${version}`,
})

/** GitLab as a code host: comments of merge requests, which it calls notes, and commit statuses. */
export function gitLab(settings: GitLabSettings, { commit, pullRequest }: Target, send: Client): Forge {
  const { project, changeProject, pipeline, isJobToken } = settings
  const notesPath = `/projects/${changeProject}/merge_requests/${pullRequest}/notes`
  return {
    name: 'GitLab',
    change: pullRequest === null ? null : `merge request ${pullRequest}`,
    addressVariable: 'CI_API_V4_URL',
    permission: () =>
      isJobToken
        ? 'CI_JOB_TOKEN may not do this. Set GITLAB_TOKEN to an access token of the project with the scope api and the role Developer.'
        : 'GITLAB_TOKEN needs the scope api and the role Developer in the project.',
    async *comments() {
      for (let page = 1; page <= maxPages; page++) {
        const query = { sort: 'asc', order_by: 'created_at', per_page: '100', page: String(page) }
        const { body, hasNext } = await send('GET', notesPath, { query })
        yield notesShape.parse(body).map(toComment)
        if (!hasNext) return
      }
    },
    async author() {
      const { body } = await send('GET', isJobToken ? '/job' : '/user')
      return String(isJobToken ? jobShape.parse(body).user.id : userShape.parse(body).id)
    },
    async create(text) {
      const { body } = await send('POST', notesPath, { json: { body: text }, repeatable: false })
      return toComment(noteShape.parse(body))
    },
    async edit(id, text) {
      await send('PUT', `${notesPath}/${id}`, { json: { body: text } })
    },
    async remove(id) {
      await send('DELETE', `${notesPath}/${id}`)
    },
    async setStatus({ context, state, description, url }) {
      const json = {
        name: context,
        state: states[state],
        description: description.slice(0, maxText).toWellFormed(),
        ...(url === null || url.length > maxText ? {} : { target_url: url }),
        // Several pipelines may run on one commit.
        ...(pipeline?.commit === commit ? { pipeline_id: Number(pipeline.id) } : {}),
      }
      const path = `/projects/${project}/statuses/${encodeURIComponent(commit)}`
      await send('POST', path, { json }).catch((error: unknown) => {
        if (!isUnchanged(error)) throw error
      })
    },
  }
}

/** GitLab refuses a status that waits already. */
const isUnchanged = (error: unknown) =>
  error instanceof HTTPError &&
  error.response.status === 400 &&
  /cannot transition status/i.test(JSON.stringify(error.data ?? ''))

const toComment = ({ id, body, author }: z.infer<typeof noteShape>): Comment => ({
  id: String(id),
  body: body ?? '',
  author: String(author?.id ?? ''),
})
