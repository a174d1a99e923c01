import { hash } from 'node:crypto'
import { changeCode, type Edit, reframe } from './edits.ts'
import type { LineFormat } from './formats/format.ts'
import { type Flaw, fileWith, flawLine, type Repository } from './repository.ts'
import { messageOfRule, type RuleId } from './rules.ts'

/** What a scenario is about: a flaw that was decided, and others that it may be confused with. */
export interface Subject {
  decided: Flaw
  /** The same code and rule. */
  equal: Flaw
  /** The same rule and message, other code. */
  another: Flaw
  /** Of other rules, in the same file. */
  above: Flaw
  below: Flaw
  /** In other files. */
  elsewhere: readonly Flaw[]
  /** The line of the flaw says something else, and its code still nearly the same. */
  changeSlightly: Edit
  /** The same flaw, in other words altogether. */
  rewrite: Edit
}

const flaw = (truth: string, rule: RuleId, code: string): Flaw => ({
  truth,
  rule,
  code,
  message: messageOfRule(rule),
})

const query = 'cursor.execute(query_for(orders, owner=owner_id, state="open"), timeout=limits.query)'

const codeSubject: Subject = {
  decided: flaw('decided', 'python.db.raw-query', query),
  equal: flaw('equal', 'python.db.raw-query', query),
  another: flaw('another', 'python.db.raw-query', 'connection.run_text(filters["period"] + suffix)'),
  above: flaw('above', 'python.crypto.weak-hash', 'hashlib.md5(order.reference)'),
  below: flaw('below', 'python.web.unescaped-output', 'page.write_raw(order.comment)'),
  elsewhere: [
    flaw('user query', 'python.db.raw-query', 'accounts.raw("SELECT * FROM account WHERE mail = " + mail)'),
    flaw('user hash', 'python.crypto.weak-hash', 'hashlib.sha1(password)'),
    flaw('mail fetch', 'python.net.unchecked-address', 'client.get(template.address)'),
  ],
  changeSlightly: changeCode('decided', query.replace('owner=owner_id', 'owner=customer_id')),
  rewrite: changeCode('decided', 'orders.filter_by_text(owner_id)'),
}

/** A made-up secret: never a real one, and none that stands in the source as a whole. */
export const secretValue = (rule: RuleId, name: string): string => {
  const random = hash('sha256', `${rule} ${name}`)
  if (rule === 'aws-access-token') return `AKIA${random.slice(0, 16).toUpperCase()}`
  return rule === 'github-pat' ? `ghp_${random.slice(0, 36)}` : random.slice(0, 40)
}

const secret = (truth: string, rule: RuleId, name = truth): Flaw => flaw(truth, rule, secretValue(rule, name))

const secretSubject: Subject = {
  decided: secret('decided', 'aws-access-token'),
  equal: secret('equal', 'aws-access-token', 'decided'),
  another: secret('another', 'aws-access-token'),
  above: secret('above', 'github-pat'),
  below: secret('below', 'generic-api-key'),
  elsewhere: [
    secret('user query', 'aws-access-token'),
    secret('user hash', 'github-pat'),
    secret('mail fetch', 'generic-api-key'),
  ],
  changeSlightly: reframe('decided', '    key = "{}"  # used by the nightly export'),
  rewrite: changeCode('decided', secretValue('aws-access-token', 'renewed')),
}

/** What a scenario is about in a format. */
export const subjectOf = ({ sends }: LineFormat): Subject => (sends.secret ? secretSubject : codeSubject)

const frameOf = ({ rule }: Flaw) => (rule.startsWith('python.') ? '    {}' : '    key = "{}"')

/** The line of a flaw of a subject. */
export const lineOf = (of: Flaw) => flawLine(of, frameOf(of))

/** The file of the decided flaw. */
export const ordersFile = 'app/orders.py'

/** What else is found in the file of the decided flaw: nothing, or findings of other rules in lines 8 and 50. */
export type Neighbours = 'none' | 'above' | 'both'

/**
 * A small repository with a decided flaw in line 30 of a file of 60 lines. Its other files have findings too.
 * @param more further flaws in the file, by line.
 */
export function shop(
  { decided, above, below, elsewhere }: Subject,
  among: Neighbours,
  more: Record<number, Flaw> = {},
): Repository {
  const [query, weakHash, fetch] = elsewhere.map(lineOf)
  const flaws = {
    ...(among === 'none' ? {} : { 8: above }),
    ...(among === 'both' ? { 50: below } : {}),
    30: decided,
    ...more,
  }
  const lines = Object.entries(flaws).map(([line, each]) => [line, lineOf(each)])
  return new Map([
    [ordersFile, fileWith('order', 60, Object.fromEntries(lines))],
    [
      'app/users.py',
      fileWith('user', 45, { ...(weakHash && { 12: weakHash }), ...(query && { 25: query }) }),
    ],
    ['app/mail.py', fileWith('mail', 30, { ...(fetch && { 20: fetch }) })],
  ])
}
