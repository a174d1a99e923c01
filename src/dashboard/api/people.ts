import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { invitePerson, listPeople, patchPerson } from '#contract/operations/people.ts'
import type { Person } from '#contract/responses/people.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

type Invitation = CallInput<typeof invitePerson>['body']
type PersonChange = CallInput<typeof patchPerson>['body']

/** Returns the query options of a deployment's people, by name. Only an administrator may request them. */
export function peopleOptions(deployment: string) {
  return queryOptions({
    queryKey: ['people', deployment] as const,
    queryFn: ({ signal }) => call(listPeople, { path: { deploymentId: deployment }, signal }),
    staleTime: staleTimes.changing,
  })
}

/** Shows a person as the service answered, until the list is refetched. */
function show(client: QueryClient, deployment: string, person: Person): void {
  client.setQueryData(
    peopleOptions(deployment).queryKey,
    (known) =>
      known && {
        ...known,
        people: [...known.people.filter(({ id }) => id !== person.id), person].sort(byName),
      },
  )
}

const byName = (one: Person, other: Person) => one.name.localeCompare(other.name)

/** Gives a person a role before their first sign-in. */
export function inviteOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: Invitation) => call(invitePerson, { path: { deploymentId: deployment }, body }),
    meta: metaOf(invitePerson),
    onSuccess: ({ person }, _body, _before, { client }) => show(client, deployment, person),
  })
}

/** Renames or disables a person, or sets their role. */
export function changePersonOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: (body: PersonChange) => call(patchPerson, { path: { deploymentId: deployment, id }, body }),
    meta: metaOf(patchPerson),
    onSuccess: ({ person }, _body, _before, { client }) => show(client, deployment, person),
  })
}
