import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder } from '../../testing/command-line.ts'
import { pipelineOf } from './pipeline.ts'

const merge = 'a'.repeat(40)
const head = 'b'.repeat(40)

/** The variables of a job of GitHub Actions for an event. */
async function jobOf(event: unknown, more: Record<string, string> = {}) {
  const file = join(await dataFolder(), 'event.json')
  await writeFile(file, typeof event === 'string' ? event : JSON.stringify(event))
  return { GITHUB_EVENT_PATH: file, GITHUB_SHA: merge, ...more }
}

it.each([
  ['a pull request', { number: 7, pull_request: { number: 7, head: { sha: head } } }, [head, '7', head]],
  ['a comment on a pull request', { issue: { number: 8, pull_request: {} } }, [merge, '8', null]],
  ['a comment on an issue', { issue: { number: 8 } }, [merge, null, null]],
  ['a push', { ref: 'refs/heads/main', after: merge }, [merge, null, null]],
  ['text that is not JSON', '{', [merge, null, null]],
  ['other types', { pull_request: { number: {}, head: 5 } }, [merge, null, null]],
  ['a prototype', '{"__proto__": {"pull_request": {"number": 9}}}', [merge, null, null]],
])('reads the event of GitHub Actions: %s', async (_, event, [commit, pullRequest, ofHead]) => {
  expect(pipelineOf('github', await jobOf(event))).toEqual({ commit, pullRequest, head: ofHead })
})

it('reads the ref of GitHub Actions where no event says more', async () => {
  const missing = { GITHUB_SHA: merge, GITHUB_EVENT_PATH: '/nowhere/event.json' }
  const of = (ref: string) => pipelineOf('github', { ...missing, GITHUB_REF: ref }).pullRequest
  expect(of('refs/pull/12/merge')).toBe('12')
  expect(of('refs/pull/12/head')).toBe('12')
  expect(of('refs/heads/pull/12/merge')).toBeNull()
  expect(pipelineOf('github', {})).toEqual({ commit: null, pullRequest: null, head: null })
})

it('reads the variables of GitLab CI', () => {
  const variables = { CI_COMMIT_SHA: head, CI_MERGE_REQUEST_IID: '7' }
  expect(pipelineOf('gitlab', variables)).toEqual({ commit: head, pullRequest: '7', head: null })
  expect(pipelineOf('gitlab', { CI_MERGE_REQUEST_IID: '' }).pullRequest).toBeNull()
})
