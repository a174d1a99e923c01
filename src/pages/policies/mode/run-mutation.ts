import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Runs a mutation whose options follow from what it is for, such as a scope for each row: a hook would have one scope for
 * all. @throws what the mutation throws.
 */
export function runMutation<Answer, Variables>(
  client: QueryClient,
  options: MutationOptions<Answer, Error, Variables>,
  variables: Variables,
): Promise<Answer> {
  return client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(variables)
}
