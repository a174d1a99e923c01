import { expect, test } from 'vitest'
import { type BranchScenario, testBranches } from './testing/branch-table.ts'
import { Branches } from './testing/branches.ts'
import { allOf, changeCode, type Edit, insertAt, insertAtTop, moveTo, reframe } from './testing/edits.ts'
import { codeFormats, lineFormats } from './testing/formats/all.ts'
import { codeQl } from './testing/formats/codeql.ts'
import type { LineFormat } from './testing/formats/format.ts'
import { type Match, sarif } from './testing/hand-written.ts'
import { PlainProject } from './testing/plain-project.ts'
import { linesOf, type Repository } from './testing/repository.ts'
import { type Expected, kept, offered, open } from './testing/scenario.ts'
import { ordersFile, type Subject, shop, subjectOf } from './testing/subjects.ts'
import { type LineScenario, sharedProjects, testAll } from './testing/table.ts'
import { main } from './testing/test-project.ts'

const newProject = sharedProjects()

const isCode = ({ sends }: LineFormat) => sends.code && !sends.secret

/** A repository whose decided flaw has this code. */
const withCode = (code: string) => (subject: Subject) => changeCode('decided', code)(shop(subject, 'both'))

/** Code of the decided flaw, and what it becomes. */
const change = (name: string, code: string, changed: string, expected: Expected): LineScenario => ({
  name,
  before: withCode(code),
  steps: () => [{ edit: changeCode('decided', changed) }],
  expects: (format) => (isCode(format) ? expected : null),
})
const variant = (...args: Parameters<typeof change>): LineScenario => ({
  ...change(...args),
  isVariant: true,
})

const get = 'requests.get(URL, timeout=5, verify=True)'
const report = 'run_report(filters, "open", limit=50)'

const others: LineScenario[] = [
  change('a literal becomes an expression', 'db.query("SELECT 1")', 'db.query("SELECT " + q)', offered),
  change('a constant becomes what the request sends', 'eval(SAFE)', 'eval(request)', offered),
  change('an argument becomes another one', 'hashlib.md5(name)', 'hashlib.md5(password)', offered),
  change('the first of three arguments changes', get, get.replace('URL', 'user_url'), offered),
  variant(
    'a literal becomes another one',
    'subprocess.run(command, shell=False, check=True, timeout=30)',
    'subprocess.run(command, shell=True, check=True, timeout=30)',
    offered,
  ),
  variant(
    'a number becomes another one',
    'sign(key_of(order), rounds=4096, salt=salt_of(order))',
    'sign(key_of(order), rounds=1, salt=salt_of(order))',
    offered,
  ),
  variant('a text becomes another one', report, report.replace('"open"', '"all"'), offered),
  variant(
    'an operator becomes another one',
    'grant(user, role == "admin" and is_known(user))',
    'grant(user, role != "admin" and is_known(user))',
    offered,
  ),
  variant(
    'an operand is added',
    'page.write(header + escape(body) + footer)',
    'page.write(header + escape(body) + footer + comment)',
    offered,
  ),
  variant(
    'an argument is removed',
    'parse(document, resolve_entities=False, huge=False)',
    'parse(document, huge=False)',
    offered,
  ),
  variant(
    'two arguments are exchanged',
    'copy_rights(owner, visitor, folder=root)',
    'copy_rights(visitor, owner, folder=root)',
    offered,
  ),
  {
    name: 'an argument becomes another one, and what was above it moves far below',
    before: (subject) => changeCode('decided', get)(shop(subject, 'above')),
    isVariant: true,
    steps: () => [
      { edit: allOf(moveTo('above', ordersFile, 52), changeCode('decided', get.replace('URL', 'user_url'))) },
    ],
    expects: (format) => (isCode(format) ? offered : null),
  },
  {
    name: 'an argument becomes another one, and 7 lines are inserted at the top',
    before: withCode(get),
    isVariant: true,
    steps: () => [
      { edit: allOf(changeCode('decided', get.replace('URL', 'user_url')), insertAtTop('decided', 7)) },
    ],
    expects: (format) => (isCode(format) ? offered : null),
  },
]

const formatting: LineScenario[] = [
  change('white space changes', report, 'run_report( filters,"open",  limit = 50 )', kept),
  change('quotes change', report, report.replaceAll('"', "'"), kept),
  change('a comma is added behind the last argument', report, report.replace('50)', '50,)'), kept),
  variant('a semicolon is added', report, `${report};`, kept),
  variant('all of it changes', report, "run_report( filters, 'open', limit=50, );", kept),
  {
    name: 'a comment is added',
    before: withCode(report),
    steps: () => [{ edit: reframe('decided', '    {}  # see the handbook') }],
    expects: (format) => (isCode(format) ? kept : null),
  },
]

/** Puts another name in the place of one in all lines of a file. */
const renameEverywhere =
  (from: string, to: string): Edit =>
  (repository) =>
    new Map(repository).set(
      ordersFile,
      linesOf(repository, ordersFile).map(({ text, flaw, ...line }) => ({
        ...line,
        text: text.replaceAll(from, to),
        ...(flaw ? { flaw: { ...flaw, code: flaw.code.replaceAll(from, to) } } : {}),
      })),
    )

/** A line right above the decided flaw. */
const above = (text: string) => insertAt(ordersFile, 30, [{ text: `    ${text}` }])
const byOwner = 'run_report(filters, owner_id, limit=50)'

/** What is expected where the report shows the line above, and where it does not. */
const whereShown = (shown: Expected) => (format: LineFormat) =>
  isCode(format) ? (format.sends.context > 0 ? shown : offered) : null

const identifiers: LineScenario[] = [
  {
    name: 'a variable is renamed in the whole file',
    before: (subject) => above('owner_id = read("owner")')(withCode(byOwner)(subject)),
    steps: () => [{ edit: renameEverywhere('owner_id', 'customer') }],
    expects: whereShown(kept),
  },
  {
    name: 'a variable is renamed in the whole file, and 7 lines are inserted at the top',
    before: (subject) => above('owner_id = read("owner")')(withCode(byOwner)(subject)),
    isVariant: true,
    steps: () => [{ edit: allOf(renameEverywhere('owner_id', 'customer'), insertAtTop('decided', 7)) }],
    expects: whereShown(kept),
  },
  {
    name: 'a variable becomes another one, and its old name is still in another match',
    before: (subject) =>
      allOf(
        above('owner_id = read("owner")'),
        changeCode('below', 'page.write_raw(owner_id)'),
      )(withCode(byOwner)(subject)),
    isVariant: true,
    steps: () => [
      {
        edit: allOf(
          renameEverywhere('owner_id', 'customer'),
          changeCode('below', 'page.write_raw(owner_id)'),
        ),
      },
    ],
    expects: whereShown(offered),
  },
  {
    name: 'a variable becomes another one, which the line above had before',
    before: (subject) => above('visitor = read("visitor")')(withCode(byOwner)(subject)),
    isVariant: true,
    steps: () => [{ edit: changeCode('decided', byOwner.replace('owner_id', 'visitor')) }],
    expects: whereShown(offered),
  },
  {
    name: 'two variables are renamed in the whole file',
    before: (subject) =>
      above('owner_id, limits = read("owner")')(withCode('run_report(limits, owner_id, 50)')(subject)),
    isVariant: true,
    steps: () => [
      { edit: allOf(renameEverywhere('owner_id', 'customer'), renameEverywhere('limits', 'bounds')) },
    ],
    expects: whereShown(offered),
  },
  {
    name: 'a variable is renamed where only matches have it',
    before: (subject) =>
      allOf(
        changeCode('above', 'hashlib.md5(owner_id)'),
        changeCode('below', 'page.write_raw(owner_id)'),
      )(withCode(byOwner)(subject)),
    isVariant: true,
    steps: () => [{ edit: renameEverywhere('owner_id', 'customer') }],
    expects: (format) => (isCode(format) ? offered : null),
  },
]

/** Longer than the hundred characters that CodeQL hashes. */
const long = `cursor.execute(query_for(orders, ${Array.from({ length: 12 }, (_, index) => `field_${index}=value`).join(', ')}))`

const fingerprints: LineScenario[] = [
  {
    name: 'an argument changes behind what the fingerprint is made of',
    before: withCode(long),
    steps: () => [{ edit: changeCode('decided', long.replace('field_11=value', 'field_11=token')) }],
    expects: (format) => (format === codeQl ? kept : null),
  },
]

testAll([...others, ...formatting, ...identifiers, ...fingerprints])

const pull = 'refs/pull/7/merge'
const changedOnPull = (
  name: string,
  edit: Edit,
  isDecided: boolean,
  sees: { expected: Expected; blocks: boolean },
) => ({
  name,
  play: async (branches: Branches<Repository>, format: LineFormat) => {
    await branches.begin(withCode(get)(subjectOf(format)))
    if (isDecided) await branches.project.decide('decided')
    branches.make(pull)
    await branches.scan(pull, edit)
  },
  sees: (format: LineFormat) => (isCode(format) ? { truth: 'decided', ref: pull, ...sees } : null),
})
const changeArgument = changeCode('decided', get.replace('URL', 'user_url'))

const onPull: BranchScenario<Repository, LineFormat>[] = [
  changedOnPull('a pull request changes an argument of what main ignores', changeArgument, true, {
    expected: offered,
    blocks: true,
  }),
  changedOnPull('a pull request changes an argument of what is open on main', changeArgument, false, {
    expected: open,
    blocks: false,
  }),
  changedOnPull(
    'a pull request formats what main ignores',
    changeCode('decided', 'requests.get( URL, timeout = 5, verify = True, )'),
    true,
    { expected: kept, blocks: false },
  ),
  {
    name: 'a pull request changes an argument of what main ignores, and is reopened there',
    play: async (branches, format) => {
      await branches.begin(withCode(get)(subjectOf(format)))
      await branches.project.decide('decided')
      branches.make(pull)
      await branches.scan(pull, changeArgument)
      await branches.triage('decided', pull, 'reopened')
    },
    sees: (format) => (isCode(format) ? { truth: 'decided', ref: main, expected: kept } : null),
  },
]

testBranches(lineFormats, onPull)

test.each(codeFormats.filter(isCode))(
  '$name: an argument changes in what is set to fixing → the same row is fixing',
  async (format) => {
    const branches = new Branches(await newProject(format))
    await branches.begin(withCode(get)(subjectOf(format)))
    await branches.triage('decided', main, 'fixing')
    const before = (await branches.project.found()).get('decided')
    await branches.scan(main, changeArgument)
    const after = (await branches.project.found()).get('decided')
    expect(after).toMatchObject({ id: before?.id, status: 'fixing' })
  },
)

test('SARIF: an equal fingerprint of a known name keeps the decision though the code changed', async () => {
  const at = (code: string): Match => ({ path: 'a.js', line: 4, code, fingerprint: 'aaaabbbbccccdddd:1' })
  const project = await PlainProject.start()
  await project.scan(sarif([at('eval(SAFE)')]))
  await project.ignore('a.js:4')
  await project.scan(sarif([at('eval(request)')]))
  expect(await project.there()).toEqual(['a.js:4 ignored'])
})
