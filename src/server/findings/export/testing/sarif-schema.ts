import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'

const file = new URL('./sarif-schema-2.1.0.json.gz', import.meta.url)

/** Gives what is wrong with a document by the official schema of SARIF 2.1.0; nothing where it is right. */
export function sarifValidator(): (document: unknown) => string[] {
  const { $schema: _, id: __, ...schema } = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const ajv = new Ajv({ strict: false, allErrors: true, formats: fullFormats })
  const validate = ajv.compile(schema)
  return (document) =>
    validate(document)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
