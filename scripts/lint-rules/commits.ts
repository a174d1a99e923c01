import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import type { Violation } from './source.ts'

/** Older commits precede these rules. The date is the committer date, not the author date. */
const rulesSince = new Date('2026-11-24T06:00:00Z')
/** The subjects of the first day follow the rules, but some of its bodies are missing. */
const bodiesSince = new Date('2026-11-25T00:00:00Z')
const longestSubject = 72
/** `area: what changes`; a change of several areas names each: `audit, policies: …`. */
const subjectForm = /^[a-z0-9][a-z0-9 ,/._-]*: \S/
const trailer = /^(signed-off-by|co-authored-by|reviewed-by|change-id): |^\(cherry picked from commit /i

/** The fields of a commit that the rules use. */
export interface Commit {
  id: string
  at: Date
  message: string
  /** Empty for the first commit, and for the oldest one in a shallow clone. */
  parents: string[]
  files: string[]
}

const messages = {
  form: "begin the subject with the area and a colon: 'server: close the database when shutdown fails'.",
  length: `shorten the subject to ${longestSubject} characters; the body has room for the rest.`,
  blank: 'leave the second line empty: Git takes it for a part of the subject.',
  body: 'give the reason in a body: what was wrong or missing, why this way, what was measured.',
}

/** Whether the subject is enough: formatting, or one page of the documentation. */
function isTrivial({ message, files }: Commit): boolean {
  if (message.startsWith('format: ')) return true
  return files.length === 1 && files.every((file) => /^docs\/|^[^/]+\.md$/.test(file))
}

/** Returns the violations in the message of a commit. */
export function checkMessage(commit: Commit): Violation[] {
  const [subject = '', second = '', ...rest] = commit.message.trimEnd().split('\n')
  const path = `commit ${commit.id.slice(0, 9)} (${subject})`
  const violations: Violation[] = []
  if (!subjectForm.test(subject)) violations.push({ path, line: 1, message: messages.form })
  if ([...subject].length > longestSubject) violations.push({ path, line: 1, message: messages.length })
  if (second.trim() !== '') violations.push({ path, line: 2, message: messages.blank })
  const hasBody = rest.some((line) => line.trim() !== '' && !trailer.test(line))
  if (!hasBody && commit.at >= bodiesSince && !isTrivial(commit))
    violations.push({ path, line: 3, message: messages.body })
  return violations
}

/** Returns a function that runs Git in a folder; undefined without Git, or if the folder is not the root of a clone. */
function gitIn(root: string): ((...args: string[]) => string) | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'log.showSignature=false', ...args], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const top = git('rev-parse', '--show-toplevel').trim()
    git('rev-parse', '--verify', 'HEAD')
    return realpathSync(top) === realpathSync(root) ? git : undefined
  } catch {
    return undefined
  }
}

/** Parses `git log -z --name-only`: fields end with NUL, a record begins with the byte RS. */
function parseLog(log: string): Commit[] {
  return log
    .split('\x1e')
    .slice(1)
    .map((record) => {
      const [id = '', seconds = '', parents = '', message = '', ...files] = record.split('\0')
      return {
        id,
        at: new Date(Number(seconds) * 1000),
        parents: parents.split(' ').filter(Boolean),
        message,
        files: files.map((file) => file.trim()).filter(Boolean),
      }
    })
}

/**
 * Returns the new commits of the current branch, without merges and commits without parents. Undefined if `root` is not
 * the root of a clone, as in an unpacked archive.
 */
export function newCommits(root: string, since = rulesSince): Commit[] | undefined {
  const git = gitIn(root)
  if (!git) return undefined
  const format = '--format=%x1e%H%x00%ct%x00%P%x00%B%x00'
  const log = git('log', '-z', '--no-merges', '--name-only', `--since=${since.toISOString()}`, format)
  return parseLog(log).filter(({ parents, at }) => parents.length > 0 && at >= since)
}
