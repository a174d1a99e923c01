import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Runs a mutation whose options depend on its input, such as a scope per row: a hook would have one scope for all.
 * @throws what the mutation throws.
 */
export function runMutation<Answer, Variables>(
  client: QueryClient,
  options: MutationOptions<Answer, Error, Variables>,
  variables: Variables,
): Promise<Answer> {
  return client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(variables)
}
