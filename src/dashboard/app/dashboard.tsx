import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { takeInitialKeyHold } from '#features/list/keys/list-key-hold.ts'
import { setFirstRender } from '#lib/first-render.ts'

/** The whole dashboard, rendered by the server and the browser. */
export function Dashboard({ client, router }: { client: QueryClient; router: DataRouter }) {
  useEffect(() => {
    // After hydration the browser's own values apply.
    setFirstRender(undefined)
    // If no list has taken the keys that wait by now, none will.
    takeInitialKeyHold()?.drop()
  }, [])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
