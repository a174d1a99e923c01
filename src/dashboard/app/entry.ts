import './theme.css'
import './forced-colors.css'
import { startInitialKeyHold } from '#features/list/keys/list-key-hold.ts'
import { responsesElementId } from '#lib/first-render.ts'
import { prefetchPage } from './start/prefetch-page.ts'

// A few kilobytes that start loading everything else at once: the page's data, its code and the shell.
const address = new URL(location.href)
if (document.getElementById(responsesElementId)) startInitialKeyHold()
else if (address.pathname !== '/sign-in') prefetchPage(address)
// In a separate task: evaluating and starting in one task would block key events for longer.
void import('./start/start.tsx').then(({ start }) => setTimeout(start))
