import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'

/**
 * Where a route's loader finds the cache of answers:
 * `void context.get(clientContext).prefetchQuery(findingsOptions(…))`, without awaiting it.
 */
export const clientContext = createContext<QueryClient>()
