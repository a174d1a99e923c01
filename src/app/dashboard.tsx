import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setFirstRender } from '#lib/first-render.ts'
import { endInitialKeyBuffer, initialKeyBuffer } from '#pages/findings/list/keys/key-buffer.ts'

/** The whole dashboard, as the service and the browser render it. */
export function Dashboard({ client, router }: { client: QueryClient; router: DataRouter }) {
  useEffect(() => {
    // Hydrated: from now on the browser's own values count.
    setFirstRender(undefined)
    // Where no list took the keys that waited for it, none will: later keys are the page's again.
    initialKeyBuffer()?.take()
    endInitialKeyBuffer()
  }, [])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
