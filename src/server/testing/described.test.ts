import { expect, it } from 'vitest'
import { misdescribed, misdescribedRequest, takes, usualValues } from './described.ts'
import { filledService } from './filled.ts'
import type { Place } from './made-for-examples.ts'
import { addressOf, type Case, cases, sendExample } from './send-example.ts'

it('describes every request and answer as they are', async () => {
  const place = await filledService(1)
  const faults: string[] = []
  for (const one of cases) {
    const asked = (await one.example.asked?.(place)) ?? {}
    const answer = await sendExample(place, one, asked)
    const found = misdescribedRequest(one.operation, { ...asked, path: { ...place.at, ...asked.path } })
    if (one.example.method === undefined) found.push(...misdescribed(one.operation, answer))
    faults.push(...found.map((fault) => `${one.name}: ${fault}`))
  }
  expect(faults).toEqual([])
})

/** Different names for the number of rows of a page. */
const sizes = ['limit', 'pageSize', 'page_size']
const without = (given: object, name: string) => {
  const names = sizes.includes(name) ? sizes : [name]
  return Object.fromEntries(Object.entries(given).filter(([key]) => !names.includes(key)))
}

/** What is answered where a value is left out, and where the one that is described as usual is sent. */
async function bothAnswers(
  place: Place,
  { operation, example }: Case,
  usual: ReturnType<typeof usualValues>[number],
) {
  const asked = (await example.asked?.(place)) ?? {}
  const given = Object(usual.in === 'body' ? asked.body : asked.query)
  const left = without(given, usual.name)
  const send = async (values: object) => {
    const request = { ...asked, [usual.in]: values }
    const { status, text } = await place.service.send(
      operation.method,
      addressOf(place, operation, request),
      request,
    )
    return { status, text }
  }
  return [await send(left), await send({ ...left, [usual.name]: usual.value })]
}

it('means by what is left out the value that it describes as usual', async () => {
  const place = await filledService(8)
  const reading = cases.filter(
    ({ operation: { method, stale, success } }, index) =>
      (method === 'GET' || (!stale && success === undefined)) &&
      cases[index - 1]?.operation !== cases[index]?.operation,
  )
  let compared = 0
  for (const one of reading) {
    for (const usual of usualValues(one.operation)) {
      const [left, sent] = await bothAnswers(place, one, usual)
      expect([one.name, usual.name, left]).toEqual([one.name, usual.name, sent])
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(40)
})

it('takes the cursor of every list that has a next page', async () => {
  const place = await filledService(1)
  const followed: string[] = []
  for (const one of cases) {
    const { operation, example } = one
    const within = operation.body === undefined ? 'query' : 'body'
    const size = sizes.find((name) => takes(operation, within, name))
    if (!size || !takes(operation, within, 'cursor')) continue
    const asked = (await example.asked?.(place)) ?? {}
    const page = { ...without(Object(asked[within]), size), [size]: 1 }
    const first = await sendExample(place, one, { ...asked, [within]: page })
    const { cursor } = Object(first.body)
    if (typeof cursor !== 'string' || cursor === '' || cursor === '0') continue
    const next = { ...asked, path: { ...place.at, ...asked.path }, [within]: { ...page, cursor } }
    expect([one.name, misdescribedRequest(operation, next)]).toEqual([one.name, []])
    expect((await sendExample(place, one, next)).text).not.toBe(first.text)
    followed.push(operation.id)
  }
  expect([...new Set(followed)].toSorted()).toEqual([
    'dependencyGroups',
    'getPolicy',
    'listAudit',
    'listAuditFindings',
    'listDependencies',
    'listLockfiles',
    'listRepositoriesWithDependencies',
    'listRules',
    'listSecrets',
    'policyHistory',
    'searchScans',
  ])
})
