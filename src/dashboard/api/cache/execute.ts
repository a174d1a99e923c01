import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Runs a mutation once, outside of a component's own, as one of several steps. Its invalidations are applied as usual.
 */
export function execute<Data, ErrorType, Variables, Context>(
  client: QueryClient,
  options: MutationOptions<Data, ErrorType, Variables, Context>,
  variables: Variables,
): Promise<Data> {
  return client.getMutationCache().build(client, options).execute(variables)
}
