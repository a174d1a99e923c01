/** What a problem answer says, in one line; its faults are named where it has several. */
export function problemDetailOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'The response of the service could not be read.'
  const detail =
    'detail' in body && typeof body.detail === 'string' ? body.detail : 'The service rejected the request.'
  if (!('errors' in body) || !Array.isArray(body.errors) || body.errors.length < 2) return detail
  const faults = body.errors.map((fault: { detail?: unknown }) => String(fault.detail))
  return `${detail} ${faults.join('; ')}`
}

/** The deployments that the owner-only address lists. */
export function deploymentsOf(body: unknown): { slug: string; name: string; demo: boolean }[] {
  // parse: answered by our own service to its owner.
  return (body as { deployments: { slug: string; name: string; demo: boolean }[] }).deployments
}
