import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readClients } from './client.ts'
import { runClient } from './play.ts'
import { seeded } from './seeded.ts'

// What public clients of such services send, recorded byte for byte where it can be, and what they read of the answer.
const { shapes, clients } = readClients(await readFile(new URL('requests.json', import.meta.url), 'utf8'))

it.each(clients)('$client gets what it expects of each request', async (client) => {
  const service = await seeded()
  const differences = await runClient(service, client, shapes)
  await service.services.jobs.settled()
  expect(differences).toEqual([])
})

it('the requests hold every form that clients were seen to use', () => {
  const sent = clients.flatMap(({ requests }) =>
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
