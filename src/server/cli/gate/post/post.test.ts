import { afterEach, describe, expect, it } from 'vitest'
import type { GateAnswer } from '#contract/responses/gate.ts'
import { resetIn, startGitHub } from '#server/testing/forges/github.ts'
import { startGitLab } from '#server/testing/forges/gitlab.ts'
import type { ForgeServer } from '#server/testing/forges/server.ts'
import { verdictMarkdown } from '../markdown.ts'
import { type Posting, postVerdict } from './post.ts'

const commit = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
const limits = { attempt: 60_000, total: 300_000, firstDelay: 10 }

const answerOf = (more: Partial<GateAnswer> = {}): GateAnswer => ({
  id: 1,
  verdict: 'fail',
  project: 'acme/shop',
  commit,
  ref: 'refs/heads/topic',
  pull_request: '7',
  base_ref: 'refs/heads/main',
  strict: false,
  reasons: [],
  sources: [],
  counts: { block: 1, comment: 0, inform: 0 },
  findings: [],
  policy_revision: 1,
  evaluated_at: '2026-01-31T12:00:00.000Z',
  current: true,
  url: 'https://gatehouse.example/d/main/scans/1',
  ...more,
})

const failing = answerOf()
const passing = answerOf({ verdict: 'pass', counts: { block: 0, comment: 2, inform: 0 } })

interface Started {
  server: ForgeServer
  environment: Record<string, string>
  token: string
  /** The comments as they are, and whom to write one for. */
  comments: () => { body: string; isOwn: boolean }[]
  write: (body: string, isOwn: boolean) => void
  states: () => unknown[]
  /** The texts of the statuses. */
  descriptions: () => unknown[]
  /** How requests for comments and for statuses are called. */
  ofComments: string
  ofStatus: string
}

async function onGitHub(): Promise<Started> {
  const server = await startGitHub()
  const own = 'github-actions[bot]'
  let id = 0
  return {
    server,
    environment: server.environment,
    token: server.environment['GITHUB_TOKEN'] ?? '',
    comments: () => server.comments.map(({ body, user }) => ({ body, isOwn: user?.login === own })),
    write: (body, isOwn) => {
      id += 1
      server.comments.push({ id, body, user: { login: isOwn ? own : 'mallory' } })
    },
    states: () => server.statuses.map(({ state }) => state),
    descriptions: () => server.statuses.map(({ description }) => description),
    ofComments: '/repos/acme/shop/issues/7/comments',
    ofStatus: `/repos/acme/shop/statuses/${commit}`,
  }
}

async function onGitLab(): Promise<Started> {
  const server = await startGitLab()
  let id = 0
  return {
    server,
    environment: server.environment,
    token: server.environment['GITLAB_TOKEN'] ?? '',
    comments: () => server.notes.map(({ body, author }) => ({ body, isOwn: author.id === 40 })),
    write: (body, isOwn) => {
      id += 1
      server.notes.push({
        id,
        body,
        author: isOwn ? { id: 40, username: 'bot' } : { id: 66, username: 'mallory' },
      })
    },
    descriptions: () => server.statuses.map(({ description }) => description),
    states: () => server.statuses.map(({ state }) => state),
    ofComments: '/api/v4/projects/5/merge_requests/7/notes',
    ofStatus: `/api/v4/projects/5/statuses/${commit}`,
  }
}

let opened: ForgeServer[] = []
afterEach(() => {
  for (const server of opened) server.close()
  opened = []
})

describe.each([
  ['github', onGitHub, ['failure', 'success', 'pending', 'error']],
  ['gitlab', onGitLab, ['failed', 'success', 'pending', 'failed']],
] as const)('on %s', (host, start, [failed, succeeded, pending, broken]) => {
  const started = async () => {
    const one = await start()
    opened.push(one.server)
    const post = (answer: GateAnswer | null, more: Partial<Posting> = {}, within = limits) =>
      postVerdict(
        { host, project: 'acme/shop', commit, pullRequest: '7', answer, passesOnError: false, ...more },
        one.environment,
        within,
      )
    const counted = (request: string) => one.server.requests.filter((made) => made === request).length
    return { ...one, post, counted }
  }

  it('writes one comment, and edits it; and one status for each verdict', async () => {
    const { post, comments, states, server } = await started()
    expect(await post(failing)).toEqual([])
    expect(comments()).toEqual([{ body: verdictMarkdown(failing), isOwn: true }])
    expect(await post(passing)).toEqual([])
    expect(comments()).toEqual([{ body: verdictMarkdown(passing), isOwn: true }])
    expect(states()).toEqual([failed, succeeded])
    const before = server.requests.length
    expect(await post(passing)).toEqual([])
    // The status, the list, and whose comment it is.
    expect(server.requests.length - before).toBe(3)
  })

  it('says what a failed run does: by default no verdict, a pass or a failure if the project says so', async () => {
    const { post, comments, states, descriptions } = await started()
    const none = { block: 0, comment: 0, inform: 0 }
    const failedRun = (effect: string): GateAnswer['reasons'] => [
      {
        code: 'failed',
        message: `The run of Trivy failed, so that it may have missed findings${effect}.`,
      },
    ]
    const texts = [
      'The run of Trivy failed, so that it may have missed findings.',
      'The run of Trivy failed, so that it may have missed findings; the project lets such a commit pass.',
      'The run of Trivy failed, so that it may have missed findings; the project lets no such commit pass.',
    ]
    await post(answerOf({ verdict: 'none', counts: none, reasons: failedRun('') }))
    expect(comments()[0]?.body).toContain(`\`acme/shop\` has no verdict`)
    const passes = failedRun('; the project lets such a commit pass')
    await post(answerOf({ verdict: 'pass', counts: none, reasons: passes }))
    expect(comments()[0]?.body).toContain(`\`acme/shop\` passes`)
    const fails = failedRun('; the project lets no such commit pass')
    await post(answerOf({ verdict: 'fail', counts: none, reasons: fails }))
    expect(comments()[0]?.body).toContain(`\`acme/shop\` is blocked`)
    expect(comments()[0]?.body).toContain(`- \`${texts[2]}\``)
    // What blocks is the reason, whatever else failed.
    await post(answerOf({ verdict: 'fail', reasons: fails }))
    expect(states()).toEqual([broken, succeeded, failed, failed])
    expect(descriptions()).toEqual([`No verdict: ${texts[0]}`, texts[1], texts[2], '1 finding blocks.'])
    expect(comments()).toHaveLength(1)
  })

  it('writes a comment for each project', async () => {
    const { post, comments } = await started()
    await post(failing)
    await post(answerOf({ project: 'acme/shop-web' }), { project: 'acme/shop-web' })
    await post(passing)
    expect(comments().map(({ body }) => body)).toEqual([
      verdictMarkdown(passing),
      verdictMarkdown(answerOf({ project: 'acme/shop-web' })),
    ])
  })

  it('finds its comment behind others, and leaves alone what others began with its marker', async () => {
    const { post, comments, write } = await started()
    const [marker] = verdictMarkdown(failing).split('\n')
    write(`${marker}\nThis passes.`, false)
    write(`Look: ${marker}`, true)
    for (let count = 0; count < 230; count++) write(`comment ${count}`, false)
    expect(await post(failing)).toEqual([])
    for (let count = 0; count < 120; count++) write(`later ${count}`, false)
    expect(await post(passing)).toEqual([])
    const all = comments()
    expect(all[0]).toEqual({ body: `${marker}\nThis passes.`, isOwn: false })
    expect(all[1]?.body).toBe(`Look: ${marker}`)
    expect(all.filter(({ body }) => body === verdictMarkdown(passing))).toHaveLength(1)
    expect(all).toHaveLength(353)
  })

  it('keeps the oldest of the comments that two jobs created at the same time', async () => {
    const { post, comments } = await started()
    const lines = await Promise.all([post(failing), post(failing), post(failing)])
    expect(lines.flat()).toEqual([])
    expect(comments()).toEqual([{ body: verdictMarkdown(failing), isOwn: true }])
  })

  it('creates no second comment when the answer about the first was lost', async () => {
    const { post, comments, server, ofComments, counted } = await started()
    let isLost = false
    server.disturb((request) => {
      if (isLost || request !== `POST ${ofComments}`) return null
      isLost = true
      return 'lose answer'
    })
    expect(await post(failing)).toEqual([])
    expect(comments()).toHaveLength(1)
    expect(counted(`POST ${ofComments}`)).toBe(1)
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }, 1_000],
    ['429 with the time of the reset', { status: 429, headers: { 'x-ratelimit-reset': resetIn(1) } }, 0],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }, 1_000],
    ['503 with a reset that is far', { status: 503, headers: { 'x-ratelimit-reset': resetIn(3600) } }, 10],
    ['502', { status: 502, body: 'Bad gateway' }, 10],
  ])('waits and repeats after %s', async (_, disturbance, least) => {
    const { post, comments, states, server, ofComments } = await started()
    const disturbed = new Set<string>()
    // One that waits for a second is enough.
    const most = least >= 1_000 ? 1 : Number.POSITIVE_INFINITY
    server.disturb((request) => {
      if (disturbed.size === most || disturbed.has(request) || request === `POST ${ofComments}`) return null
      disturbed.add(request)
      return disturbance
    })
    const from = Date.now()
    expect(await post(failing)).toEqual([])
    expect(Date.now() - from).toBeGreaterThanOrEqual(least)
    expect(comments()).toHaveLength(1)
    expect(states()).toEqual([failed])
  })

  it.each([
    ['is limited', { status: 429, headers: { 'retry-after': '1' } }, 1],
    ['fails', { status: 502, body: 'Bad gateway' }, 2],
  ])('creates one comment when its creation %s at first', async (_, disturbance, lists) => {
    const { post, comments, server, ofComments, counted } = await started()
    let isDisturbed = false
    server.disturb((request) => {
      if (isDisturbed || request !== `POST ${ofComments}`) return null
      isDisturbed = true
      return disturbance
    })
    expect(await post(failing)).toEqual([])
    expect(comments()).toEqual([{ body: verdictMarkdown(failing), isOwn: true }])
    expect(counted(`POST ${ofComments}`)).toBe(2)
    // Only where it is unknown whether it was created, the list is read before it is tried again.
    expect(counted(`GET ${ofComments}`)).toBe(lists + 1)
  })

  it('does not wait for a limit that ends after its time', async () => {
    const { post, server, comments, ofComments, counted } = await started()
    server.disturb((request) =>
      request === `POST ${ofComments}` ? { status: 429, headers: { 'retry-after': '600' } } : null,
    )
    const lines = await post(failing)
    expect(lines).toEqual([
      expect.stringMatching(
        /^The comment on .* was not written: Git.* limits requests, and asks to wait 600 seconds\. Run the command again later, without files\.$/,
      ),
    ])
    expect(counted(`POST ${ofComments}`)).toBe(1)
    expect(comments()).toEqual([])
  })

  it('says in one line that a host has an error, does not answer or cannot be reached', async () => {
    const { post, server, environment } = await started()
    server.disturb(() => ({ status: 500, body: 'x' }))
    expect(await post(failing)).toEqual([
      expect.stringMatching(
        /^The commit status of c0ffee\S+ and the comment on .* 7.* were not written: Git\w+ answered 500\. Run/,
      ),
    ])
    server.disturb(() => 'hang')
    expect(await post(failing, {}, { ...limits, attempt: 300, total: 2_000 })).toEqual([
      expect.stringMatching(
        /were not written: http:\/\/127\S+ did not answer in time\. Check \w+_URL and the network/,
      ),
    ])
    server.close()
    expect(await post(failing)).toEqual([
      expect.stringMatching(/were not written: http:\/\/127\S+ cannot be reached: .*ECONN.*\. Check/),
    ])
    for (const name of ['GITHUB_API_URL', 'CI_API_V4_URL']) environment[name] = 'ftp://user:password@host'
    const [wrong, ...more] = await post(failing)
    expect(more).toEqual([])
    expect(wrong).toMatch(/not written: \w+ is not an HTTP or HTTPS URL/)
    expect(wrong).not.toContain('password')
  })

  it('takes the token nowhere else, and says so of pages and proxies that answer', async () => {
    const { post, server } = await started()
    const other = await start()
    opened.push(other.server)
    server.disturb(() => ({ status: 302, headers: { location: other.server.base } }))
    expect(await post(failing)).toEqual([
      expect.stringMatching(/were not written: Git\w+ redirects to another address\. Check/),
    ])
    expect(other.server.requests).toEqual([])
    server.disturb(() => ({ status: 200, body: '<html>Sign in' }))
    expect(await post(failing)).toEqual([
      expect.stringMatching(/not written: http\S+ does not answer as the API of Git\w+ does\. Check/),
    ])
  })

  it('never prints the token', async () => {
    const { post, server, token } = await started()
    server.disturb(() => ({ status: 422, body: { message: `Invalid: ${token}` } }))
    expect((await post(failing)).join('\n')).toMatch(/answered 422 \(Invalid: \*\*\*\)/)
    server.disturb(() => ({ status: 422, body: { message: `${'x'.repeat(265)}${token.repeat(9)}` } }))
    const [long = ''] = await post(failing)
    expect(long).toContain(`${'x'.repeat(265)}***`)
    expect(long).not.toContain(token.slice(0, 8))
    expect(long.length).toBeLessThan(600)
    server.disturb(() => ({ status: 401, body: { message: { [token]: [token] } } }))
    expect((await post(failing)).join('\n')).not.toContain(token)
  })

  it.each([
    [
      'waits for a source',
      { reasons: [{ code: 'waiting' as const, message: 'Waiting for Trivy.' }] },
      false,
      pending,
    ],
    ['has no scan', { reasons: [{ code: 'no_scan' as const, message: 'No scan.' }] }, false, broken],
    [
      'passes without a verdict',
      { reasons: [{ code: 'no_scan' as const, message: 'No scan.' }] },
      true,
      succeeded,
    ],
  ])('has a status for a commit that %s', async (_, more, passesOnError, state) => {
    const { post, states, server } = await started()
    const answer = answerOf({ verdict: 'none', ...more })
    expect(await post(answer, { passesOnError })).toEqual([])
    expect(await post(answer, { passesOnError })).toEqual([])
    expect(new Set(states())).toEqual(new Set([state]))
    expect(server.requests.length).toBeGreaterThan(3)
  })

  it('writes no more than a status without an answer or a pull request', async () => {
    const { post, states, comments } = await started()
    expect(await post(null)).toEqual([])
    expect(await post(passing, { pullRequest: null })).toEqual([
      'No pull request is known, so that there is no comment. --pull-request names one.',
    ])
    expect(states()).toEqual([broken, succeeded])
    expect(comments()).toEqual([])
  })
})
