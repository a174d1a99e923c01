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

const codeRuleIds = Object.keys(calls)
const secretRuleIds = Object.keys(secretRules)
const numberFrom = (text: string) => Number.parseInt(hash('sha256', text).slice(0, 8), 16)
const word = (text: string) => words[numberFrom(text) % words.length] ?? ''
/** A name of two words. */
const nameFrom = (text: string) => `${word(`${text} first`)}_${word(`${text} second`)}`

/** Eight names that belong to one flaw alone, in a call of 27 tokens: with another one most of them differ. */
const argumentsFrom = (seed: string) => Array.from({ length: 8 }, (_, index) => nameFrom(`${seed} ${index}`))

const callOf = (called: string, [a, b, c, d, e, f, g, h]: readonly string[]) =>
  `${called}(${a}, ${b}=${c}, limit=${d}.${e}, retries=${f}, owner=${g}.${h})`

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

const flawOf = (truth: string, rule: RuleId, code: string): Flaw => ({
  truth,
  rule,
  code,
  message: messageOfRule(rule),
})

/** The same call with one of its names changed. */
export function changedSlightly(code: string, number: number): string {
  const names = [...code.matchAll(/\b[a-z]+_[a-z]+\b(?!\()/g)]
  const changed = names[number % Math.max(1, names.length)]
  if (!changed) return code
  const other = nameFrom(`${code} ${number}`)
  return `${code.slice(0, changed.index)}${other}${code.slice(changed.index + changed[0].length)}`
}

const tokensOf = (code: string): string[] => code.match(/\w+|[^\w\s]/g) ?? []
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
  return (2 * shared) / total >= 0.75
}
