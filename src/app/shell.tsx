import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { clientContext } from '#api/loader-context.ts'
import { createQueryClient } from '#api/query-client.ts'
import { routes } from './routes.tsx'

/** Puts the dashboard into the page. */
export function start(): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  const client = createQueryClient()
  const router = createBrowserRouter(routes, {
    getContext() {
      const context = new RouterContextProvider()
      context.set(clientContext, client)
      return context
    },
  })
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
