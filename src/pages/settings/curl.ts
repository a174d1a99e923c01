/** Stands in a command in place of a token that nobody can show. */
export const tokenPlaceholder = 'YOUR_TOKEN'

/** Text in the one kind of quotes that a POSIX shell, PowerShell and the Windows prompt all take. */
function quoted(text: string): string {
  return `"${text.replace(/["\\$`]/g, (sign) => `\\${sign}`)}"`
}

interface ExampleOptions {
  /** Where the dashboard is: scheme, host and port. */
  origin: string
  /** The slug of the deployment. */
  deployment: string
  token: string
}

/** The URL that every operation of the API begins with. */
export function baseAddress(origin: string): string {
  return `${origin}/api/v1`
}

function command(token: string, more: string, address: string): string {
  return `curl ${more}-H ${quoted(`Authorization: Bearer ${token}`)} ${quoted(address)}`
}

/** A command that answers a page of findings. */
export function readExample({ origin, deployment, token }: ExampleOptions): string {
  const address = `${baseAddress(origin)}/deployments/${encodeURIComponent(deployment)}/findings`
  return command(token, '', address)
}

/** A command that sends a scanner's file and fails with the reason of a refusal, for a token that may do nothing else. */
export function uploadExample({ origin, deployment, token }: ExampleOptions): string {
  const address = `${baseAddress(origin)}/deployments/${encodeURIComponent(deployment)}/scans?project=org/repo`
  return command(token, '--fail-with-body --data-binary @semgrep.json ', address)
}
