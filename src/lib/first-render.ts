/** The id of the document's element that holds the first responses, as JSON. */
export const responsesElementId = 'first-answers'

/**
 * The values that the server assumed when it rendered a page. Hydration in the browser must use the same ones, or React
 * discards the markup; after that the browser's own values apply.
 */
export interface FirstRender {
  /** The `Cookie` header of the request. */
  cookies: string
  /** The height of the window, in pixels. */
  height: number
  /** Milliseconds since the epoch. */
  now: number
}

let currentRender: FirstRender | undefined

/** Returns the values that the current render assumes; undefined once the browser's own values apply. */
export function firstRender(): FirstRender | undefined {
  return currentRender
}

/** Sets the assumed values; undefined ends the first render. */
export function setFirstRender(next: FirstRender | undefined): void {
  currentRender = next
}
