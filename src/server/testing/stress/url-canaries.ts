import { cycloneDxXml } from '#server/reports/testing/cyclonedx-xml.ts'
import { dependencyCheckXml } from '#server/reports/testing/dependency-check-xml.ts'
import { sampleFiles } from '#server/reports/testing/samples/all.ts'
import { type Canary, type CanaryFile, formsOf } from './canaries.ts'

/** Formats that are also written as XML. */
const xmlForms: Readonly<Record<string, (sample: unknown) => Buffer>> = {
  cyclonedx: (sample) => Buffer.from(cycloneDxXml(Object(sample))),
  'dependency-check': (sample) => Buffer.from(dependencyCheckXml(Object(sample))),
}

/** A file in which each URL and each sentence has a credential of its own. */
export interface UrlCanaryFile extends CanaryFile {
  places: Map<string, string>
}

/** Names of members whose texts are words or ids of the format, also where they look like a sentence. */
const ofFormat = /(?:^|\.)(?:\$schema|schema|documentNamespace|xmlns|scan\.version|version)$/

/** Files of every reader with the credential of a URL in each place that may hold one. */
export function urlCanaryFiles(canary: Canary): { files: UrlCanaryFile[]; values: string[] } {
  const values: string[] = []
  const next = () => {
    const value = canary(values.length)
    values.push(value)
    return value
  }
  const files = Object.entries(sampleFiles).flatMap(([format, samples]) => {
    const asXml = xmlForms[format]
    const forms = [
      { form: format, of: (sample: unknown): unknown => sample },
      ...(asXml ? [{ form: `${format} as XML`, of: asXml }] : []),
    ]
    return forms.flatMap(({ form, of }) =>
      samples.map((sample, index): UrlCanaryFile => {
        const places = new Map<string, string>()
        const file = withCredentials(sample, '', (text, place) => {
          const value = next()
          places.set(value, place)
          return withCredential(text, value, places.size)
        })
        return { name: `${form} ${index}`, file: of(file), told: null, places }
      }),
    )
  })
  return { files, values: values.flatMap(formsOf) }
}

/** Three forms in turn: a password, a token as the user, and a parameter. */
function withCredential(text: string, value: string, turn: number): string {
  const address = /[a-z+]+:\/\/(?=\w)/i.exec(text)
  const url = address === null ? 'https://host.example/a' : text.slice(address.index)
  const begin = address === null ? `${text} ` : text.slice(0, address.index)
  const form = turn % 3
  if (form === 0) return begin + url.replace('://', `://ann:${value}@`)
  if (form === 1) return begin + url.replace('://', `://${value}@`)
  const [path = '', ...rest] = url.split('#')
  return [`${begin}${path}${path.includes('?') ? '&' : '?'}access_token=${value}`, ...rest].join('#')
}

function withCredentials(
  value: unknown,
  place: string,
  change: (text: string, place: string) => string,
): unknown {
  if (typeof value === 'string')
    return !ofFormat.test(place) && (/:\/\/\w/.test(value) || /\w \w+ \w/.test(value))
      ? change(value, place)
      : value
  if (Array.isArray(value))
    return value.map((each, index) => withCredentials(each, `${place}.${index}`, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      withCredentials(each, place === '' ? name : `${place}.${name}`, change),
    ]),
  )
}
