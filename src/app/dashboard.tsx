import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setFirstRender } from '#lib/first-render.ts'

/** The whole dashboard, as the service and the browser render it. */
export function Dashboard({ client, router }: { client: QueryClient; router: DataRouter }) {
  // Hydrated: from now on the browser's own values count.
  useEffect(() => setFirstRender(undefined), [])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
