import { useQuery } from '@tanstack/react-query'
import { capabilitiesOptions } from '#api/health.ts'

/**
 * Returns whether the service has an operation beyond the documented ones, by its id; undefined until that is known. A
 * service that does not list its operations counts as having none.
 */
export function useExtensions(enabled = true): (operation: string) => boolean | undefined {
  const { data, error } = useQuery({ ...capabilitiesOptions(), enabled })
  return (operation) => (data ? data.extensions.includes(operation) : error ? false : undefined)
}
