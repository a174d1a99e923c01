import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { clientContext } from '#api/loader-context.ts'
import { meOptions } from '#api/me.ts'
import { createQueryClient } from '#api/query-client.ts'
import { onExpired } from '#api/signals.ts'
import { paths } from '#lib/paths.ts'
import { createDataRouter } from './data-router.ts'
import { setExpired } from './expiry.ts'
import { openWhenQuiet } from './late.ts'
import { routes } from './routes.tsx'

/** Puts the dashboard into the page. */
export function start(): void {
  const place = document.getElementById('root')
  if (!place) throw new Error('the page has no #root')
  const client = createQueryClient()
  const router = createDataRouter(routes, () => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    return context
  })
  // Somebody who arrives goes to sign in and comes back to the same address; somebody at work signs in over the page.
  onExpired(() => {
    const { pathname, search, hash } = location
    if (pathname === paths.signIn() || pathname === paths.home()) return
    if (client.getQueryData(meOptions().queryKey)) setExpired(true)
    else void router.navigate(paths.signIn(`${pathname}${search}${hash}`), { replace: true })
  })
  openWhenQuiet(client)
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
