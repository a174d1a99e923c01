import { useQuery } from '@tanstack/react-query'
import { capabilitiesOptions } from '#api/health.ts'

/**
 * Whether the service has an operation beyond the documented ones, by its id; undefined until that is known. One that
 * does not say what it has counts as having none.
 */
export function useExtensions(enabled = true): (operation: string) => boolean | undefined {
  const { data, error } = useQuery({ ...capabilitiesOptions(), enabled })
  return (operation) => (data ? data.extensions.includes(operation) : error ? false : undefined)
}
