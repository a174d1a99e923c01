import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'

/**
 * Provides the query cache to route loaders: `void context.get(clientContext).prefetchQuery(findingsOptions(…))`,
 * without awaiting it.
 */
export const clientContext = createContext<QueryClient>()
