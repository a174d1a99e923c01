import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { createToken, listTokens, patchToken, revokeToken } from '#contract/operations/tokens.ts'
import type { Token } from '#contract/responses/deployments.ts'
import { metaOf } from './cache/query-client.ts'
import { staleTimes } from './cache/stale-times.ts'
import { type CallInput, call } from './http/transport.ts'

/** The fields of a new token. */
export type NewToken = CallInput<typeof createToken>['body']

/** Returns the query options of a deployment's tokens, newest first. Only an administrator may request them. */
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

/** Updates the cached tokens until they are refetched. */
function edit(client: QueryClient, deployment: string, change: (tokens: readonly Token[]) => Token[]): void {
  client.setQueryData(tokensOptions(deployment).queryKey, (known) => known && change(known))
}

/** Creates a token. Its secret is only in this response, which is not cached. */
export function createTokenOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (body: NewToken) => call(createToken, { path: { deploymentId: deployment }, body }),
    meta: metaOf(createToken),
    gcTime: 0,
  })
}

/** Enables or disables Web API access of a token. Several presses are sent one after the other. */
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

/** Revokes a token permanently. */
export function revokeTokenOptions(deployment: string) {
  return mutationOptions({
    mutationFn: (id: string) => call(revokeToken, { path: { deploymentId: deployment, id } }),
    meta: metaOf(revokeToken),
    onSuccess: (_answer, id, _before, { client }) =>
      edit(client, deployment, (tokens) => tokens.filter((one) => one.id !== id)),
  })
}
