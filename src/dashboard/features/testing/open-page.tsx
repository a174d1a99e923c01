import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '#api/cache/query-client.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { LazyToastHost } from '#ui/toast/lazy-toast-host.tsx'

/** Renders a page at a URL, with the providers of the shell, until the end of the test. */
export function openPage(element: ReactNode, address: string, path = '*') {
  const client = createQueryClient()
  const [pathname = '/', search] = address.split('?')
  // A unique history key, so that the page does not restore state of the previous test.
  const entry = { pathname, search: search ? `?${search}` : '', key: crypto.randomUUID() }
  const router = createMemoryRouter([{ path, element }], { initialEntries: [entry] })
  const container = document.body.appendChild(document.createElement('div'))
  container.className = 'h-screen'
  const root = createRoot(container)
  root.render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <LazyToastHost />
      <LiveRegion />
    </QueryClientProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    container.remove()
    client.clear()
    sessionStorage.clear()
  })
  return { client, router }
}

/** Returns a toast by its title. */
export const notice = (title: string) => page.getByRole('heading', { name: title, exact: true })
