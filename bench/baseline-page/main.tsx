import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import './style.css'
import { findingsOptions } from './findings.ts'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })

/** The rows are requested while the code of the list is on its way. */
function loader({ request }: { request: Request }) {
  const { searchParams } = new URL(request.url)
  void client.prefetchQuery(findingsOptions(searchParams.get('page_size') ?? '100'))
  return null
}

const router = createBrowserRouter([
  {
    element: <Outlet />,
    HydrateFallback: () => <p>Loading…</p>,
    children: [
      { path: '/', loader, lazy: { Component: async () => (await import('./list.tsx')).List } },
      {
        path: '/virtual',
        loader,
        lazy: { Component: async () => (await import('./virtual-list.tsx')).VirtualList },
      },
    ],
  },
])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
