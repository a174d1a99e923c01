import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readClients } from './client.ts'
import { runClient } from './play.ts'
import { seeded } from './seeded.ts'

const read = async (file: string) => readClients(await readFile(new URL(file, import.meta.url), 'utf8'))

// The forms in which clients of such services send requests, recorded byte for byte where it can be.
const { shapes, clients } = await read('requests.json')

// What public clients send, and the fields that each reads. They need a token with compatible answers.
const publicClients = await read('public-clients.json')

it.each(clients)('$client gets what it expects of each request', async (client) => {
  const service = await seeded()
  const differences = await runClient(service, client, shapes)
  await service.services.jobs.settled()
  expect(differences).toEqual([])
})

it.each(publicClients.clients)('$client gets the fields that it reads', async (client) => {
  const service = await seeded()
  const token = await service.mint({ role: 'viewer', compatibleAnswers: true })
  expect(await runClient(service, client, publicClients.shapes, token)).toEqual([])
})

it.each(publicClients.clients)('$client has no list to read in the documented answer', async (client) => {
  const service = await seeded()
  const paths = client.requests.flatMap(({ request, expect: { counts } }) =>
    counts?.['findings'] !== undefined && request.includes('/findings?') ? [request.split(' ')[1] ?? ''] : [],
  )
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const { body } = await service.send('GET', path.replace('{{slug}}', 'main'))
    expect(body).not.toHaveProperty('findings')
  }
})

it('the page about the API says of each public client what it gets, and of no other', async () => {
  const page = await readFile('docs/api.md', 'utf8')
  const [, table = ''] = /### Compatible answers\n([\s\S]*?)\n##+ /.exec(page) ?? []
  const named = table.matchAll(/^\| `([^`]+)`/gm).map(([, name]) => name)
  expect([...named]).toEqual(publicClients.clients.map(({ client }) => client))
})

it('the requests hold every form that clients were seen to use', () => {
  const sent = [...clients, ...publicClients.clients].flatMap(({ requests }) =>
    requests.map(({ request, body }) => `${request} ${JSON.stringify(body) ?? ''}`),
  )
  const forms: [form: string, as: RegExp][] = [
    ['a list with indexes', /^GET .*severities(\[|%5B)0(\]|%5D)=/],
    ['a list with brackets', /^GET .*severities(\[|%5B)(\]|%5D)=/],
    ['a list with commas', /^GET .*exposures=\w+(,|%2C)/],
    ['a list that repeats its name', /^GET .*[?&]repos=[^&]+&repos=/],
    ['one value for a list', /^GET .*severities=high(&| )/],
    ['tags to remove, with indexes', /^DELETE .*tags(\[|%5B)0(\]|%5D)=/],
    ['tags to remove, with brackets', /^DELETE .*tags(\[|%5B)(\]|%5D)=/],
    ['tags to remove, with commas', /^DELETE .*[?&]tags=\w+(,|%2C)/],
    ['tags to remove, repeated', /^DELETE .*[?&]tags=\w+&tags=/],
    ['tags to remove in a body', /^DELETE \S+\/tags \{"tags"/],
    ['a number with an exponent', /since=1\.\d+E9/],
    ['a number with a fraction', /since=\d+\.\d+/],
    ['the primary branches', /ref=_default/],
    ['empty parts of a query', /&&/],
    ['a name without a value', /&\w+( |&|=&|= )/],
    ['a flag as a number', /"is_full_scan":1/],
    ['a scalar for a list in a body', /"statuses":"/],
    ['null for what is not given', /"cursor":null/],
    ['an id of a body as a number', /"deploymentId":\d/],
    ['another name of a parameter', /validationState/],
    ['all tags of a project', /^PATCH \S+ .*"tags":\[/],
    ['an export of which nothing is said', /^POST \S+\/sbom\/export $/],
  ]
  expect(forms.filter(([, as]) => !sent.some((one) => as.test(one))).map(([form]) => form)).toEqual([])
})
