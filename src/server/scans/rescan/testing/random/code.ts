import { hash } from 'node:crypto'
import type { Flaw } from '../repository.ts'
import { type codeRules, messageOfRule, type RuleId, secretRules } from '../rules.ts'
import { secretValue } from '../subjects.ts'

const words = (
  'order total region owner page size state limit query filter report period suffix account mail token cache ' +
  'batch level margin status vendor invoice refund tax rate city street parcel weight carrier label stock shelf ' +
  'count price draft note author title body field value record entry index cursor client server host port path'
).split(' ')

/** Functions that a rule matches; each makes code that is not alike with that of another one. */
const calls: Record<keyof typeof codeRules, readonly string[]> = {
  'python.db.raw-query': [
    'cursor.execute',
    'session.run_raw',
    'connection.exec_text',
    'table.filter_by_text',
  ],
  'python.web.unescaped-output': ['page.write_raw', 'Markup', 'render_string', 'response.append_html'],
  'python.crypto.weak-hash': ['hashlib.md5', 'hashlib.sha1', 'digest_of', 'checksum.adler'],
  'python.net.unchecked-address': ['client.fetch', 'requests.get', 'open_url', 'webhook.call'],
}

/** Code that many files have, in few words. */
const commonCode: Record<keyof typeof codeRules, readonly string[]> = {
  'python.db.raw-query': ['eval(q)', 'db.query("SELECT 1")'],
  'python.web.unescaped-output': ['Markup(text)', 'app.run(debug=True)'],
  'python.crypto.weak-hash': ['md5(name)', 'random.random()'],
  'python.net.unchecked-address': ['requests.get(URL, verify=False)', 'open_url(address)'],
}

const codeRuleIds = Object.keys(calls)
const secretRuleIds = Object.keys(secretRules)
const numberFrom = (text: string) => Number.parseInt(hash('sha256', text).slice(0, 8), 16)
const word = (text: string) => words[numberFrom(text) % words.length] ?? ''
/** A name of two words. */
export const nameFrom = (text: string) => `${word(`${text} first`)}_${word(`${text} second`)}`

/** Eight names that belong to one flaw alone, in a call of 27 tokens: with another one most of them differ. */
const argumentsFrom = (seed: string) => Array.from({ length: 8 }, (_, index) => nameFrom(`${seed} ${index}`))

const callOf = (called: string, [a, b, c, d, e, f, g, h]: readonly string[]) =>
  `${called}(${a}, ${b}=${c}, limit=${d}.${e}, retries="${f}", owner=${g}.${h})`

const isRule = <R extends string>(rules: Record<R, unknown>, id: string): id is R => Object.hasOwn(rules, id)

/** A flaw that is not alike with any made from another number. */
export function randomFlaw(truth: string, number: number, secret: boolean): Flaw {
  const ids = secret ? secretRuleIds : codeRuleIds
  const id = ids[number % ids.length] ?? ''
  if (isRule(secretRules, id)) return flawOf(truth, id, secretValue(id, `${truth} ${number}`))
  if (!isRule(calls, id)) throw new Error(`there is no rule ${id}`)
  const called = calls[id][Math.floor(number / ids.length) % calls[id].length] ?? ''
  return flawOf(truth, id, callOf(called, argumentsFrom(`${truth} ${number}`)))
}

/** A flaw in a line that others have, too. */
export function commonFlaw(truth: string, number: number, secret: boolean): Flaw {
  const ids = secret ? secretRuleIds : codeRuleIds
  const id = ids[number % ids.length] ?? ''
  const which = Math.floor(number / ids.length) % 2
  if (isRule(secretRules, id)) return flawOf(truth, id, secretValue(id, `common ${which}`))
  if (!isRule(commonCode, id)) throw new Error(`there is no rule ${id}`)
  return flawOf(truth, id, commonCode[id][which] ?? '')
}

const flawOf = (truth: string, rule: RuleId, code: string): Flaw => ({
  truth,
  rule,
  code,
  message: messageOfRule(rule),
})

/** Names, texts and numbers in the arguments of a call, with their places. */
const operandsOf = (code: string) =>
  [...code.matchAll(/"[^"]*"|\b[A-Za-z_]\w*\b(?!\s*[(=])/g)].filter(({ index }) => index > code.indexOf('('))

/** The same call with another argument: another flaw, though its code is similar. */
export function changedArgument(code: string, number: number): string {
  const operands = operandsOf(code)
  const operand = operands[number % Math.max(1, operands.length)]
  if (!operand) return code
  const other = nameFrom(`${code} ${number}`)
  const changed = [other, `"${other}"`, `${operand[0]} + ${other}`][Math.floor(number / 8) % 3] ?? other
  return `${code.slice(0, operand.index)}${changed}${code.slice(operand.index + operand[0].length)}`
}

/** The same code, written otherwise. */
export function reformatted(code: string, number: number): string {
  const inner = code.replace(/,?\s*\)$/, '')
  const forms = [
    `${inner.replace('(', '( ')} )`,
    `${inner.replaceAll(', ', ',')},)`,
    `${inner.replaceAll('"', "'")})`,
    `${inner.replaceAll('=', ' = ')})`,
  ]
  // What ends in no call, and calls without arguments, are left alone.
  return /\(.+\)$/.test(code) ? (forms[number % forms.length] ?? code) : code
}

const tokenPattern = /"[^"]*"|'[^']*'|\w+|[^\w\s]/g

/** The tokens of code as far as they tell: without white space, kinds of quotes and trailing punctuation. */
export function tokensOf(code: string): string[] {
  const tokens = (code.match(tokenPattern) ?? []).map((token) =>
    /^["']./.test(token) ? `"${token.slice(1, -1)}"` : token,
  )
  const inner = tokens.filter((token, index) => token !== ',' || tokens[index + 1] !== ')')
  while (/^[,;]$/.test(inner.at(-1) ?? '')) inner.pop()
  return inner
}

/** Whether two pieces of code differ in their form at most. */
export const isSameCode = (one: string, other: string): boolean =>
  one === other || tokensOf(one).join('\n') === tokensOf(other).join('\n')

/** The one name that is another one in the other code, and what it is there; null where more differs. */
export function renamedIn(one: string, other: string): [string, string] | null {
  const [left, right] = [tokensOf(one), tokensOf(other)]
  if (left.length !== right.length) return null
  const renamed = new Map(
    left.flatMap((token, index) => (token === right[index] ? [] : [[token, right[index] ?? '']])),
  )
  const [only] = renamed
  if (!only || renamed.size > 1) return null
  const [from, to] = only
  const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text)
  return isName(from) && isName(to) && left.every((token, index) => token !== from || right[index] === to)
    ? [from, to]
    : null
}

const calledIn = (code: string) => code.slice(0, code.indexOf('('))

/** Whether one piece of code may have become the other by a small change. */
export function isAlike(one: string, other: string): boolean {
  if (calledIn(one) !== calledIn(other)) return false
  const left = tokensOf(other)
  const total = tokensOf(one).length + left.length
  let shared = 0
  for (const token of tokensOf(one)) {
    const at = left.indexOf(token)
    if (at < 0) continue
    left.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / total >= 0.7
}
