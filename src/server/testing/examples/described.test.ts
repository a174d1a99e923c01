import { expect, it } from 'vitest'
import { filledService } from '../filled-service.ts'
import { acceptsValues, commonValues, requestFaults, responseFaults } from './described.ts'
import type { Place } from './example-fixtures.ts'
import { addressOf, type Case, cases, sendExample } from './send-example.ts'

it('describes every request and answer as they are', async () => {
  const place = await filledService(1)
  const faults: string[] = []
  for (const one of cases) {
    const options = (await one.example.request?.(place)) ?? {}
    const response = await sendExample(place, one, options)
    const matches = requestFaults(one.operation, { ...options, path: { ...place.at, ...options.path } })
    if (one.example.method === undefined) matches.push(...responseFaults(one.operation, response))
    faults.push(...matches.map((fault) => `${one.name}: ${fault}`))
  }
  expect(faults).toEqual([])
})

/** Different names for the number of rows of a page. */
const sizes = ['limit', 'pageSize', 'page_size']
const without = (input: object, name: string) => {
  const names = sizes.includes(name) ? sizes : [name]
  return Object.fromEntries(Object.entries(input).filter(([key]) => !names.includes(key)))
}

/** What is answered where a value is left out, and where the one that is described as usual is sent. */
async function bothAnswers(
  place: Place,
  { operation, example }: Case,
  usual: ReturnType<typeof commonValues>[number],
) {
  const options = (await example.request?.(place)) ?? {}
  const input = Object(usual.in === 'body' ? options.body : options.query)
  const left = without(input, usual.name)
  const send = async (values: object) => {
    const request = { ...options, [usual.in]: values }
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
    for (const usual of commonValues(one.operation)) {
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
    const size = sizes.find((name) => acceptsValues(operation, within, name))
    if (!size || !acceptsValues(operation, within, 'cursor')) continue
    const options = (await example.request?.(place)) ?? {}
    const page = { ...without(Object(options[within]), size), [size]: 1 }
    const first = await sendExample(place, one, { ...options, [within]: page })
    const { cursor } = Object(first.body)
    if (typeof cursor !== 'string' || cursor === '' || cursor === '0') continue
    const next = { ...options, path: { ...place.at, ...options.path }, [within]: { ...page, cursor } }
    expect([one.name, requestFaults(operation, next)]).toEqual([one.name, []])
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
