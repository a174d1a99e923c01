import './theme.css'
import { askForPage } from './early-requests.ts'

// A few kilobytes that start everything else at once: the page's data, its code and the shell.
const address = new URL(location.href)
if (address.pathname !== '/sign-in') askForPage(address)
void import('./shell.tsx').then(({ start }) => start())
