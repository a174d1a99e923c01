/** The detail of a problem response in one line, with its faults if there are several. */
export function problemDetailOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'The response of the service could not be read.'
  const detail =
    'detail' in body && typeof body.detail === 'string' ? body.detail : 'The service rejected the request.'
  if (!('errors' in body) || !Array.isArray(body.errors) || body.errors.length < 2) return detail
  const faults = body.errors.map((fault: { detail?: unknown }) => String(fault.detail))
  return `${detail} ${faults.join('; ')}`
}

/** The deployments listed by the owner-only route. */
export function deploymentsOf(body: unknown): { slug: string; name: string; demo: boolean }[] {
  // parse: answered by our own service to its owner.
  return (body as { deployments: { slug: string; name: string; demo: boolean }[] }).deployments
}
