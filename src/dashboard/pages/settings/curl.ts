/** Replaces the token in a command if its secret is unknown. */
export const tokenPlaceholder = 'YOUR_TOKEN'

/** Quotes a text in the one form that a POSIX shell, PowerShell and the Windows command prompt all accept. */
function quoted(text: string): string {
  return `"${text.replace(/["\\$`]/g, (sign) => `\\${sign}`)}"`
}

interface ExampleOptions {
  /** The origin of the dashboard: scheme, host and port. */
  origin: string
  /** The slug of the deployment. */
  deployment: string
  token: string
}

/** Returns the base URL of all API operations. */
export function baseAddress(origin: string): string {
  return `${origin}/api/v1`
}

function command(token: string, more: string, address: string): string {
  return `curl ${more}-H ${quoted(`Authorization: Bearer ${token}`)} ${quoted(address)}`
}

/** Returns a command that requests a page of findings. */
export function readExample({ origin, deployment, token }: ExampleOptions): string {
  const address = `${baseAddress(origin)}/deployments/${encodeURIComponent(deployment)}/findings`
  return command(token, '', address)
}

/**
 * Returns a command that uploads a scanner's file and shows the error if it is rejected, for a token that has no other
 * permission.
 */
export function uploadExample({ origin, deployment, token }: ExampleOptions): string {
  const address = `${baseAddress(origin)}/deployments/${encodeURIComponent(deployment)}/scans?project=org/repo`
  return command(token, '--fail-with-body --data-binary @semgrep.json ', address)
}
