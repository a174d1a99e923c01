import { askEarly } from '#api/early.ts'
import { getMe } from '#contract/session.ts'

/** Asks for what the page at this address will need, while the code that shows it is on its way. */
export function askForPage(_address: URL): void {
  askEarly(getMe, {}, {})
}
