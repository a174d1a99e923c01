import { expect, it, onTestFinished } from 'vitest'
import type { GateAnswer } from '#contract/responses/gate.ts'
import { resetIn, startGitHub } from '#server/testing/forges/github.ts'
import { startGitLab } from '#server/testing/forges/gitlab.ts'
import { commentMarker } from '../markdown.ts'
import { type Posting, postVerdict } from './post.ts'

const commit = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
const limits = { attempt: 60_000, total: 300_000, firstDelay: 10 }

const answer: GateAnswer = {
  id: 1,
  verdict: 'pass',
  project: 'acme/shop',
  commit,
  ref: 'refs/heads/topic',
  pull_request: '7',
  base_ref: 'refs/heads/main',
  strict: false,
  reasons: [],
  sources: [],
  counts: { block: 0, comment: 0, inform: 0 },
  findings: [],
  policy_revision: 1,
  evaluated_at: '2026-01-31T12:00:00.000Z',
  current: true,
  url: 'https://gatehouse.example/d/main/scans/1',
}

const postingTo = (host: Posting['host']): Posting => ({
  host,
  project: 'acme/shop',
  commit,
  pullRequest: '7',
  answer,
  passesOnError: false,
})

async function onGitHub() {
  const server = await startGitHub()
  onTestFinished(server.close)
  const post = (more: Record<string, string> = {}) =>
    postVerdict(postingTo('github'), { ...server.environment, ...more }, limits)
  return { server, post }
}

async function onGitLab() {
  const server = await startGitLab()
  onTestFinished(server.close)
  const post = (more: Record<string, string> = {}) =>
    postVerdict(postingTo('gitlab'), { ...server.environment, ...more }, limits)
  return { server, post }
}

it('names the permissions that a job of GitHub Actions lacks', async () => {
  const { server, post } = await onGitHub()
  server.permissions.comments = false
  expect(await post()).toEqual([
    'The comment on pull request 7 of acme/shop was not written: GitHub answered 403 (Resource not accessible by integration). Give the job pull-requests: write; in a pull request from a fork, the token can only read.',
  ])
  expect(server.statuses).toHaveLength(1)
  server.permissions.statuses = false
  expect(await post()).toEqual([
    `The commit status of ${commit} and the comment on pull request 7 of acme/shop were not written: GitHub answered 403 (Resource not accessible by integration). Give the job statuses: write and pull-requests: write; in a pull request from a fork, the token can only read.`,
  ])
  // Neither is asked for twice.
  expect(server.requests.filter((request) => request.startsWith('POST /repos'))).toHaveLength(4)
  expect(await post({ GITHUB_REPOSITORY: 'acme/other' })).toEqual([
    expect.stringMatching(
      /were not written: GitHub answered 404 \(Not Found\)\. Give the job statuses: write/,
    ),
  ])
})

it.each([
  ['a primary limit', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': resetIn(2) }],
  ['a secondary limit', { 'retry-after': '1' }],
])('waits for %s of GitHub, which answers 403', async (_, headers) => {
  const { server, post } = await onGitHub()
  let isLimited = true
  server.disturb(() => {
    const was = isLimited
    isLimited = false
    return was
      ? { status: 403, headers, body: { message: 'You have exceeded a secondary rate limit.' } }
      : null
  })
  expect(await post()).toEqual([])
  expect(server.comments).toHaveLength(1)
  expect(server.statuses).toHaveLength(1)
})

it('says which variables of GitHub Actions are missing, and sends nothing', async () => {
  const { server, post } = await onGitHub()
  expect(await post({ GITHUB_TOKEN: '' })).toEqual([
    expect.stringMatching(/not written: GITHUB_TOKEN is missing\. Pass it to the step/),
  ])
  expect(await post({ GITHUB_REPOSITORY: '../../user' })).toEqual([
    expect.stringMatching(/not written: GITHUB_REPOSITORY is missing or wrong/),
  ])
  expect(server.requests).toEqual([])
})

it('prints no token that cannot be sent', async () => {
  const { post } = await onGitHub()
  const lines = await post({ GITHUB_TOKEN: 'ghs_one\nghs_two' })
  expect(lines).toEqual([expect.stringMatching(/were not written/)])
  expect(lines.join('\n')).not.toMatch(/ghs_/)
})

it('leaves alone the comments of deleted accounts', async () => {
  const { server, post } = await onGitHub()
  const old = { id: 1, body: `${commentMarker('acme/shop')}\n`, user: null }
  server.comments.push({ ...old })
  expect(await post()).toEqual([])
  expect(server.comments).toEqual([old, expect.objectContaining({ user: { login: 'github-actions[bot]' } })])
})

it('edits its comment on GitHub Enterprise Server, whose APIs have other addresses', async () => {
  const { server, post } = await onGitHub()
  const more = { GITHUB_API_URL: `${server.base}/api/v3/`, GITHUB_GRAPHQL_URL: '' }
  expect(await post(more)).toEqual([])
  expect(await post(more)).toEqual([])
  expect(server.comments).toHaveLength(1)
  expect(server.requests).toContain('POST /api/graphql')
})

it('sends a status of GitHub with what it is about', async () => {
  const { server, post } = await onGitHub()
  await post()
  expect(server.statuses).toEqual([
    {
      sha: commit,
      context: 'gatehouse/acme/shop',
      state: 'success',
      description: 'No finding blocks.',
      target_url: answer.url,
    },
  ])
})

it('uses GITLAB_TOKEN, and says what the token of a job may not do', async () => {
  const { server, post } = await onGitLab()
  const refused = await post({ GITLAB_TOKEN: '' })
  expect(refused).toEqual([
    `The commit status of ${commit} and the comment on merge request 7 were not written: GitLab answered 403 (403 Forbidden). CI_JOB_TOKEN may not do this. Set GITLAB_TOKEN to an access token of the project with the scope api and the role Developer.`,
  ])
  server.allows.jobToken = true
  expect(await post({ GITLAB_TOKEN: '' })).toEqual([])
  expect(await post({ GITLAB_TOKEN: '' })).toEqual([])
  expect(server.notes).toHaveLength(1)
  expect(await post()).toEqual([])
  expect(server.notes).toHaveLength(1)
  expect(await post({ GITLAB_TOKEN: 'glpat-expired' })).toEqual([
    expect.stringMatching(/GitLab answered 401 \(401 Unauthorized\)\. GITLAB_TOKEN needs the scope api/),
  ])
  expect(await post({ GITLAB_TOKEN: '', CI_JOB_TOKEN: '' })).toEqual([
    expect.stringMatching(/not written: GITLAB_TOKEN is missing/),
  ])
})

it('writes to the pipeline of the status, and to the project of the merge request', async () => {
  const { server, post } = await onGitLab()
  const ofFork = { CI_PROJECT_ID: '6', CI_MERGE_REQUEST_PROJECT_ID: '5' }
  expect(await post({ ...ofFork, CI_COMMIT_SHA: commit })).toEqual([
    expect.stringMatching(/^The commit status of \S+ was not written: GitLab answered 404/),
  ])
  expect(server.requests).toContain(`POST /api/v4/projects/6/statuses/${commit}`)
  expect(server.notes).toHaveLength(1)
  await post({ CI_COMMIT_SHA: commit })
  await post({ CI_COMMIT_SHA: 'd'.repeat(40) })
  expect(server.statuses).toEqual([
    expect.objectContaining({ name: 'gatehouse/acme/shop', state: 'success', pipeline_id: 9 }),
    expect.not.objectContaining({ pipeline_id: expect.anything() }),
  ])
})
