import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { createToken, listTokens, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** What a new token is to be. */
export type NewToken = CallInput<typeof createToken>['body']

/** The options of the tokens of a deployment, the newest first. Only an administrator may ask. */
export function tokensOptions(deployment: string) {
  return queryOptions({
    queryKey: ['tokens', deployment] as const,
    queryFn: async ({ signal }) => {
      const { tokens } = await call(listTokens, { path: { deploymentId: deployment }, signal })
      return tokens.toReversed()
    },
    staleTime: staleTimes.changing,
  })
}

/** Changes the tokens that are known here, until the service is asked again. */
function edit(client: QueryClient, deployment: string, change: (tokens: readonly Token[]) => Token[]): void {
  client.setQueryData(tokensOptions(deployment).queryKey, (known) => known && change(known))
}

/** Makes a token. Its secret is in this answer alone, which is not kept. */
export function createTokenOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: NewToken) => call(createToken, { path: { deploymentId: deployment }, body }),
    meta: metaOf(createToken),
    gcTime: 0,
  })
}

/** Switches Web API access of one token. Several presses are sent one after the other. */
export function switchAccessOptions(deployment: string, id: string) {
  return mutationOptions({
    mutationFn: (webApiEnabled: boolean) =>
      call(patchToken, { path: { deploymentId: deployment, id }, body: { webApiEnabled } }),
    scope: { id: `token ${id}` },
    meta: metaOf(patchToken),
    onSuccess: ({ token }, _on, _before, { client }) =>
      edit(client, deployment, (tokens) => tokens.map((one) => (one.id === id ? token : one))),
  })
}

/** Revokes a token for good. */
export function revokeTokenOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(revokeToken, { path: { deploymentId: deployment, id } }),
    meta: metaOf(revokeToken),
    onSuccess: (_answer, id, _before, { client }) =>
      edit(client, deployment, (tokens) => tokens.filter((one) => one.id !== id)),
  })
}
