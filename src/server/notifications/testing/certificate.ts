import { generateKeyPairSync, sign } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

// Just enough of DER for a certificate. Source: https://www.rfc-editor.org/rfc/rfc5280#section-4.1

/** A value with its tag and length. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

/** A key, and a certificate for 127.0.0.1 that it signed itself, valid until 2049. */
function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(der(0x31, sequence(objectId('550403'), text(0x0c, 'mail.test'))))
  const validity = sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z'))
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(der(0x01, Buffer.from([255])))
  const extensions = sequence(
    sequence(objectId('551d11'), der(0x04, names)),
    sequence(objectId('551d13'), der(0x04, isAuthority)),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const body = sequence(content, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

/** A key and a certificate for 127.0.0.1. @param options.trusted whether this process trusts it until the test ends. */
export function testCertificate({ trusted }: { trusted: boolean }): { key: string; cert: string } {
  const made = createCertificate()
  if (trusted) {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, made.cert])
    onTestFinished(() => setDefaultCACertificates(before))
  }
  return made
}
