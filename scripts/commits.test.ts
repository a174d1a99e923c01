import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Commit, checkMessage, newCommits } from './lint-rules/commits.ts'

const reason = 'The server kept the file open, so the next start found it locked.\n'

function commit(message: string, files = ['src/server/main.ts']): Commit {
  return { id: '0123456789abcdef', at: new Date('2026-12-01'), parents: ['f'], message, files }
}

describe('the message of a commit', () => {
  it.each([
    commit(`server: close the database\n\n${reason}`),
    commit(`audit, policies: name the ticket URL\n\n${reason}`),
    commit(`e2e: ${'x'.repeat(67)}\n\n${reason}`),
    { ...commit('server: close the database'), at: new Date('2026-11-24T12:00:00Z') },
    commit('format: run the formatter', ['src/a.ts', 'src/b.ts']),
    commit('docs: correct a figure', ['docs/performance.md']),
    commit('readme: correct a command', ['README.md']),
  ])('may be $message', (good) => {
    expect(checkMessage(good)).toEqual([])
  })

  it.each([
    ['begin the subject with the area', 1, commit(`Close the database\n\n${reason}`)],
    ['begin the subject with the area', 1, commit(`fixup! server: close\n\n${reason}`)],
    ['begin the subject with the area', 1, commit(`server:close\n\n${reason}`)],
    ['to 72 characters', 1, commit(`e2e: ${'x'.repeat(68)}\n\n${reason}`)],
    ['leave the second line empty', 2, commit(`server: close\nthe database\n\n${reason}`)],
    ['give the reason in a body', 3, commit('server: close the database\n')],
    ['give the reason in a body', 3, commit('docs: correct a figure', ['docs/a.md', 'docs/b.md'])],
    ['give the reason in a body', 3, commit('server: close\n\nCo-authored-by: A <a@example.org>')],
  ])('is told: %s', (message, line, wrong) => {
    expect(checkMessage(wrong)).toEqual([
      {
        path: expect.stringMatching(/^commit 012345678 \(/),
        line,
        message: expect.stringContaining(message),
      },
    ])
  })
})

describe('the commits that are checked', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gatehouse-commits-'))
  })

  afterEach(() => rmSync(root, { recursive: true }))

  function git(folder: string, args: string[], date = '2026-12-01T00:00:00Z') {
    const people = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false']
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    execFileSync('git', ['-C', folder, ...people, ...args], {
      env: { ...process.env, ...dates },
      stdio: 'pipe',
    })
  }

  function add(folder: string, message: string, path: string, date?: string) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${message}\n`)
    git(folder, ['add', '-A'])
    git(folder, ['commit', '-q', '-m', message], date)
  }

  function clone(): string {
    const folder = join(root, 'clone')
    mkdirSync(folder)
    git(folder, ['init', '-q', '-b', 'main'])
    add(folder, 'First', 'a.ts', '2026-11-01T00:00:00Z')
    add(folder, 'An old one', 'a.ts', '2026-11-02T00:00:00Z')
    add(folder, 'server: begin', 'a.ts')
    git(folder, ['checkout', '-q', '-b', 'side'])
    add(folder, 'server: go on', 'folder/ü b.ts')
    git(folder, ['checkout', '-q', 'main'])
    add(folder, 'docs: correct a figure', 'docs/a.md')
    git(folder, ['merge', '-q', '--no-ff', 'side'])
    return folder
  }

  const subjects = (commits: Commit[] | undefined) => commits?.map(({ message }) => message.trim())

  it('are the new ones without merges, each with the files that it touches', () => {
    const commits = newCommits(clone())
    expect(subjects(commits)?.sort()).toEqual(['docs: correct a figure', 'server: begin', 'server: go on'])
    expect(commits?.flatMap(({ files }) => files).sort()).toEqual(['a.ts', 'docs/a.md', 'folder/ü b.ts'])
  })

  it('are those that a shallow clone holds whole', () => {
    const shallow = join(root, 'shallow')
    execFileSync('git', ['clone', '-q', '--depth', '2', pathToFileURL(clone()).href, shallow], {
      stdio: 'pipe',
    })
    expect(newCommits(shallow)).toEqual([])
    add(shallow, 'server: end', 'a.ts')
    expect(subjects(newCommits(shallow))).toEqual(['server: end'])
  })

  it('are none where there is no clone, or only that of something else', () => {
    expect(newCommits(root)).toBeUndefined()
    const inside = join(clone(), 'folder')
    expect(newCommits(inside)).toBeUndefined()
  })
})
