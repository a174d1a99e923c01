import { digest } from '#server/base/credentials/digests.ts'
import { asName, bounds } from './json-values.ts'

/**
 * The name of a resource of infrastructure code, such as `module.web.aws_s3_bucket.logs` or `Deployment.default.web`; null
 * for any other value, and where it names only the file or a part of it, as Checkov does for the instructions of a
 * Dockerfile. The end of a longer name is replaced with a hash, so that two of them stay different.
 * @param path of the file that contains it.
 */
export function asResource(value: unknown, path: string | null = null): string | null {
  const name = asName(value, Number.POSITIVE_INFINITY)
  if (name === null || (path !== null && isOfFile(name, path))) return null
  return name.length <= bounds.name
    ? name
    : `${name.slice(0, bounds.name - 17).toWellFormed()}…${digest(name)}`
}

/** Whether a name is that of the file, from any folder, alone or followed by the name of a part. */
function isOfFile(name: string, path: string): boolean {
  const own = name.replace(/^(?:\.?\/)+/, '')
  const file = path.split('/').slice(-own.split('/').length).join('/')
  return own === file || own.startsWith(`${file}.`) || own.includes(`/${path}.`)
}
