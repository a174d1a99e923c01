import { describe, expect, it } from 'vitest'
import { commitAddress, lineAddress, pullRequestAddress } from './code-host.ts'

const commit = '9f2c1ab0d4e5f60718293a4b5c6d7e8f90a1b2c3'

describe('the page of a commit', () => {
  it.each([
    ['https://github.com/acme/shop', `https://github.com/acme/shop/commit/${commit}`],
    ['https://github.com/acme/shop.git', `https://github.com/acme/shop/commit/${commit}`],
    [
      'https://gitlab.acme.example/group/sub/shop/',
      `https://gitlab.acme.example/group/sub/shop/-/commit/${commit}`,
    ],
    ['https://bitbucket.org/acme/shop', `https://bitbucket.org/acme/shop/commits/${commit}`],
    ['https://git.acme.example/shop', undefined],
    ['https://github.com', undefined],
    ['javascript:alert(1)//github.com/a', undefined],
    ['https://github.com.evil.example/a/b', undefined],
    [null, undefined],
  ])('of %s', (repository, address) => {
    expect(commitAddress(repository, commit)).toBe(address)
  })

  it('is none for what is no commit', () => {
    expect(commitAddress('https://github.com/acme/shop', '../../settings')).toBeUndefined()
  })
})

it('leads to a pull request by its number', () => {
  expect(pullRequestAddress('https://github.com/acme/shop', 12)).toBe('https://github.com/acme/shop/pull/12')
  expect(pullRequestAddress('https://gitlab.com/acme/shop', 12)).toBe(
    'https://gitlab.com/acme/shop/-/merge_requests/12',
  )
  expect(pullRequestAddress('https://github.com/acme/shop', undefined)).toBeUndefined()
})

describe('a line on a branch', () => {
  const of = (repository: string, ref: string, path: string, line?: number) =>
    lineAddress({ repository, ref, path, line })

  it('is addressed as each host does', () => {
    expect(of('https://github.com/acme/shop', 'refs/heads/release/4.2', 'src/a b#.ts', 7)).toBe(
      'https://github.com/acme/shop/blob/release/4.2/src/a%20b%23.ts#L7',
    )
    expect(of('https://gitlab.com/acme/shop', 'refs/heads/main', 'a.ts', 7)).toBe(
      'https://gitlab.com/acme/shop/-/blob/main/a.ts#L7',
    )
    expect(of('https://bitbucket.org/acme/shop', 'refs/heads/main', 'a.ts', 7)).toBe(
      'https://bitbucket.org/acme/shop/src/main/a.ts#lines-7',
    )
    expect(of('https://github.com/acme/shop', 'refs/heads/main', 'a.ts')).toBe(
      'https://github.com/acme/shop/blob/main/a.ts',
    )
  })

  it('is unknown elsewhere', () => {
    expect(of('https://git.acme.example/shop', 'refs/heads/main', 'a.ts', 7)).toBeUndefined()
    expect(of('https://github.com/acme/shop', 'refs/pull/1/merge', 'a.ts', 7)).toBeUndefined()
    expect(of('https://github.com/acme/shop', 'refs/heads/main', '../a.ts', 7)).toBeUndefined()
    expect(of('https://github.com/acme/shop', 'refs/heads/main', '/etc/a.ts', 7)).toBeUndefined()
  })
})
