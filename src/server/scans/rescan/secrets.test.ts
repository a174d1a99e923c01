import { describe, expect, test } from 'vitest'
import { addNear, fixInPlace, insertAt, nothing } from './testing/edits.ts'
import { secretFormats } from './testing/formats/all.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { gitleaks, gitleaksMasked } from './testing/formats/gitleaks.ts'
import { upgradedTo } from './testing/formats/upgraded.ts'
import type { Repository } from './testing/repository.ts'
import { kept, type Scenario } from './testing/scenario.ts'
import { lineOf, shop, subjectOf } from './testing/subjects.ts'
import { sharedProjects, testAll, testIn } from './testing/table.ts'

const newProject = sharedProjects()

const among = (format: LineFormat) => shop(subjectOf(format), 'both')

testAll([
  {
    name: 'the same value added in another file',
    before: (subject) => shop(subject, 'both'),
    steps: ({ equal }) => [{ edit: insertAt('app/mail.py', 4, [lineOf(equal)]) }],
    // The file of the decided one did not change.
    expects: ({ sends }) => (sends.secret ? kept : null),
    inDiffScans: false,
  },
  {
    name: 'the same value removed from another file',
    before: (subject) => insertAt('app/mail.py', 4, [lineOf(subject.equal)])(shop(subject, 'both')),
    steps: () => [{ edit: fixInPlace('equal') }],
    expects: ({ sends }) => (sends.secret ? kept : null),
    inDiffScans: false,
  },
])

/** The history of the repository was rewritten: another author, and other commits. */
const rewritten = (format: LineFormat): LineFormat => ({
  ...format,
  write: (state, run) =>
    JSON.parse(
      JSON.stringify(format.write(state, run))
        .replaceAll('Kim Example', 'Robin Example')
        .replaceAll('kim@', 'robin@')
        .replaceAll(/"commitSha":"\w{4}/g, '"commitSha":"0000')
        .replaceAll('2025-11-03', '2026-01-02'),
    ),
})
const starred: LineFormat = {
  ...gitleaks,
  write: (state, run) =>
    JSON.parse(JSON.stringify(gitleaksMasked.write(state, run)).replaceAll('REDACTED', '***')),
}

const sameFile: Scenario<Repository, LineFormat>[] = [
  {
    name: 'same file again',
    history: (format) => ({ before: among(format), steps: [{ edit: nothing, run: { upgraded: true } }] }),
    expects: () => kept,
    inDiffScans: false,
  },
]

testIn(
  [
    upgradedTo('gitleaks SARIF, then of a rewritten history', gitleaks, rewritten(gitleaks)),
    upgradedTo(
      'gitleaks SARIF, masked, then of a rewritten history',
      gitleaksMasked,
      rewritten(gitleaksMasked),
    ),
    upgradedTo('gitleaks SARIF, then masked', gitleaks, gitleaksMasked),
    upgradedTo('gitleaks SARIF, masked, then with values', gitleaksMasked, gitleaks),
    upgradedTo('gitleaks SARIF, then masked by stars', gitleaks, starred),
  ],
  sameFile,
)

describe.each(secretFormats)('$name', (format) => {
  test(`${format.name}: the same value twice in a file → two findings, one of them decided`, async () => {
    const project = await newProject(format)
    const subject = subjectOf(format)
    await project.scan(shop(subject, 'both', { 40: subject.equal }))
    await project.decide('decided')
    const matches = await project.found()
    expect(matches.get('decided')?.status).toBe('ignored')
    expect(matches.get('equal')?.status).toBe('open')
  })

  test(`${format.name}: the same value added above in the file → at most one has the decision`, async () => {
    const project = await newProject(format)
    const subject = subjectOf(format)
    const before = shop(subject, 'both')
    await project.scan(before)
    await project.decide('decided')
    await project.scan(addNear('decided', -14, lineOf(subject.equal))(before))
    const matches = [...(await project.found()).values()]
    expect(matches.filter(({ status }) => status === 'ignored').length).toBeLessThan(2)
  })
})
