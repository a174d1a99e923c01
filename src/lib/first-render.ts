/** The id of the element of the document that holds the first answers, as JSON. */
export const responsesElementId = 'first-answers'

/**
 * What the service took for granted when it rendered a page. Hydration in the browser must repeat it, or React discards the
 * markup; after that the browser's own values count.
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

/** What the render under way takes for granted; undefined once the browser's own values count. */
export function firstRender(): FirstRender | undefined {
  return currentRender
}

/** Sets what is taken for granted from now on; undefined ends it. */
export function setFirstRender(next: FirstRender | undefined): void {
  currentRender = next
}
