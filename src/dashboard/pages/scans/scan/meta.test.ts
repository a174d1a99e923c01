import { describe, expect, it } from 'vitest'
import { exitText, logText, readMeta } from './meta.ts'

describe('what a scan says of where it ran', () => {
  it('is read by the names that the API gives', () => {
    const { known, rest } = readMeta({
      branch: 'refs/heads/main',
      commit_title: { message: 'Add a cart' },
      commit_author_name: 'Ada',
      commit_author_username: 'ada',
      pull_request_id: '12',
      true: 'pull_request',
      runner: 'x64',
      depth: { of: 1 },
      commit_author_image_url: 'https://tracker.example/a.png',
      nothing: null,
    })
    expect(known).toEqual({
      branch: 'refs/heads/main',
      commitTitle: 'Add a cart',
      author: 'Ada',
      pullRequest: 12,
      event: 'pull_request',
    })
    expect(rest).toEqual([
      ['runner', 'x64'],
      ['depth', '{"of":1}'],
    ])
  })

  it('leaves out what is of another kind', () => {
    expect(readMeta({ branch: ['x'], commit: {}, pull_request_id: 'abc' }).known).toEqual({})
  })
})

it('says an exit code in words', () => {
  expect([0, 1, 2, null].map(exitText)).toEqual([
    '0: succeeded',
    '1: succeeded, with findings that fail the job',
    '2: failed with an error',
    'Not provided',
  ])
})

it('never says that there are logs to be read here', () => {
  expect([true, false, null].map(logText)).toEqual([
    'Kept by the scanner where it ran. Gatehouse has no copy.',
    'None',
    'Not provided',
  ])
})
