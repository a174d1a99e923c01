import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ValueForms } from './value-forms.ts'

const forms: Record<string, (value: string) => string> = {
  'as it is': (value) => value,
  'in lower case': (value) => value.toLowerCase(),
  'in upper case': (value) => value.toUpperCase(),
  'escaped for a URL': encodeURIComponent,
  'escaped for a URL with every letter': (value) =>
    [...new TextEncoder().encode(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'escaped for a URL twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'escaped for a form': (value) => new URLSearchParams({ '': value }).toString().slice(1),
  'escaped for JSON': (value) => JSON.stringify(value).slice(1, -1),
  'escaped for JSON twice': (value) => JSON.stringify(JSON.stringify(value)),
  'escaped for JSON as numbers': (value) =>
    value.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'escaped for HTML': (value) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in Base64': (value) => Buffer.from(value).toString('base64'),
  'in Base64 for URLs': (value) => Buffer.from(value).toString('base64url'),
  'in Base64, escaped for a URL': (value) => encodeURIComponent(Buffer.from(value).toString('base64')),
  'in Base64, in lower case': (value) => Buffer.from(value.toLowerCase()).toString('base64'),
  'in Base64 after a name': (value) => Buffer.from(`user:${value}`).toString('base64'),
  'in Base64 between others': (value) => Buffer.from(`ab${value}c`).toString('base64'),
  'in hexadecimal digits': (value) => Buffer.from(value).toString('hex'),
  'in hexadecimal digits, in upper case': (value) => Buffer.from(value).toString('hex').toUpperCase(),
}

const value = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9+/=_.!$&-]{6,40}$/),
  fc.stringMatching(/^[!-~]{6,40}$/),
  fc
    .string({ unit: 'grapheme', minLength: 6, maxLength: 30 })
    .filter((each) => /^[^\p{C}\p{Z}]+$/u.test(each)),
)

describe('the value of a secret', () => {
  test.each(Object.entries(forms))('%s is taken out', (_, form) => {
    fc.assert(
      fc.property(value, (secret) => {
        const text = `It is (${form(secret)}), see there`
        expect(new ValueForms([secret]).remove(text, '[removed]')).not.toContain(form(secret))
      }),
    )
  })

  test('what is left of a text has no value in it, whatever the text', () => {
    fc.assert(
      fc.property(value, fc.array(fc.constantFrom(...Object.keys(forms))), (secret, names) => {
        const known = new ValueForms([secret])
        const text = names.map((each) => forms[each]?.(secret)).join(' and ')
        expect(known.isIn(known.remove(text, '\0'))).toBe(false)
      }),
    )
  })

  test('each line of a private key goes, with its line ends escaped too', () => {
    const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQ', 'EFAASCBKcwggSjAgEAAoIBAQC7', 'VJTUt9Us8cKj']
    const key = `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
    const known = new ValueForms([key])
    for (const text of [key, JSON.stringify(key), ...lines.map((line) => `line ${line}.`)])
      for (const line of lines) expect(known.remove(text, '')).not.toContain(line)
  })

  test('what an encoded value stands for goes too', () => {
    const known = new ValueForms([
      Buffer.from('swordfish').toString('base64'),
      'https://jo:hunter22@db.example',
    ])
    expect(known.remove('password swordfish or hunter22', '*')).toBe('password * or *')
  })

  test('a value of two letters goes where it stands alone', () => {
    expect(new ValueForms(['is']).remove('this is it', '*')).toBe('this * it')
  })

  test('a mark is no pattern', () => {
    expect(new ValueForms(['secret']).remove('a secret', '$&')).toBe('a $&')
  })
})
