/**
 * Returns the answer of the provider in a query string: `?code=…&state=…`, or `?error=…&state=…`; undefined if there is
 * none.
 */
export function providerAnswerIn(search: string): string | undefined {
  const parameters = new URLSearchParams(search)
  const isAnswer = parameters.has('state') && (parameters.has('code') || parameters.has('error'))
  return isAnswer ? search : undefined
}
