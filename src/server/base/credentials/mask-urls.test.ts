import { describe, expect, it, test } from 'vitest'
import { growth, growthOfSize } from '#lib/testing/growth.ts'
import { maskUrls } from './mask-urls.ts'

const token = 'ghp_Zx7mQ4v9Lk2Tw8Rt5Yp3'

test.each([
  ['https://ann:hunter2@git.example/acme/shop', 'https://ann:[removed]@git.example/acme/shop'],
  [`https://${token}@git.example/acme`, 'https://[removed]@git.example/acme'],
  [`https://${token}:@git.example/acme`, 'https://[removed]:@git.example/acme'],
  [`https://${token}:x-oauth-basic@git.example/a`, 'https://[removed]:[removed]@git.example/a'],
  [`https://oauth2:${token}@gitlab.example/a.git`, 'https://oauth2:[removed]@gitlab.example/a.git'],
  [`git+https://${token}@git.example/a.git#v1`, 'git+https://[removed]@git.example/a.git#v1'],
  ['ssh://ann:hunter2@git.example/a', 'ssh://ann:[removed]@git.example/a'],
  ['https://ann:p@ss@git.example/a', 'https://ann:[removed]@git.example/a'],
  ['https://ann:p/ss?w#o@git.example/a', 'https://ann:[removed]@git.example/a'],
  ['https://ann:hunter2@[::1]:8080/a', 'https://ann:[removed]@[::1]:8080/a'],
  ['postgres://app:hunter2@db.example:5432/shop?x=1', 'postgres://app:[removed]@db.example:5432/shop?x=1'],
  ['mongodb://app:hunter2@a.example,b.example/shop', 'mongodb://app:[removed]@a.example,b.example/shop'],
  [
    'Cloning from "https://ann:hunter2@git.example/a" and https://bob:swordfish@b.example.',
    'Cloning from "https://ann:[removed]@git.example/a" and https://bob:[removed]@b.example.',
  ],
  ["curl 'https://ann:hunter2@git.example'", "curl 'https://ann:[removed]@git.example'"],
  ['[a](https://ann:hunter2@git.example)', '[a](https://ann:[removed]@git.example)'],
  ['https:\\/\\/ann:hunter2@git.example\\/a', 'https:\\/\\/ann:[removed]@git.example\\/a'],
  [
    'pkg:npm/a@1?vcs_url=git%2Bhttps://ann:hunter2%40git.example/a',
    'pkg:npm/a@1?vcs_url=git%2Bhttps://ann:[removed]%40git.example/a',
  ],
  [
    'https://a.example/?to=https%3A%2F%2Fann%3Ahunter2%40b.example%2Fc',
    'https://a.example/?to=https%3A%2F%2Fann%3A[removed]%40b.example%2Fc',
  ],
  [
    'https://a.example/?to=https://ann:hunter2@b.example/c&x=1',
    'https://a.example/?to=https://ann:[removed]@b.example/c&x=1',
  ],
  ['src/https:/ann:hunter2@b.example/c.js', 'src/https:/ann:[removed]@b.example/c.js'],
  ['https://a.example/f?x=1&access_token=abc123&y=2', 'https://a.example/f?x=1&access_token=[removed]&y=2'],
  ['https://a.example/f?token=abc#top', 'https://a.example/f?token=[removed]#top'],
  ['https://a.example/#access_token=abc', 'https://a.example/#access_token=[removed]'],
  ['/login?Password=hunter2', '/login?Password=[removed]'],
  [
    'https://b.example/o?X-Amz-Credential=AKIA%2F2026&X-Amz-Signature=0a1b&X-Amz-Date=2026',
    'https://b.example/o?X-Amz-Credential=[removed]&X-Amz-Signature=[removed]&X-Amz-Date=2026',
  ],
  ['https://m.example/?key=AIzaSyD4x9Qm2Lk7Tw8Zp', 'https://m.example/?key=[removed]'],
  ['jdbc:sqlserver://h;user=sa;password=hunter2;x=1', 'jdbc:sqlserver://h;user=sa;password=[removed];x=1'],
  [
    'https://a.example/?to=%2Fb%3Ftoken%3Dabc%26x%3D1',
    'https://a.example/?to=%2Fb%3Ftoken%3D[removed]%26x%3D1',
  ],
])('%s', (text, masked) => {
  expect(maskUrls(text)).toBe(masked)
  expect(maskUrls(masked)).toBe(masked)
})

test.each([
  'ssh://git@git.example/acme/shop',
  'git@git.example:acme/shop',
  'https://ann@git.example/acme',
  'https://jenkins-ci@git.example/acme',
  'https://git.example:8443/@scope/package',
  'https://git.example/a?ref=main&page=2#L3',
  'https://www.npmjs.com/package/@acme/shop/v/1.2.3',
  'https://medium.example/@ann/post',
  'pkg:npm/%40acme/shop@1.2.3',
  'https://nvd.example/vuln/detail/CVE-2024-1234?key=value',
  'https://ann:$PASSWORD@git.example and https://ann:{password}@git.example',
  'https://%s:%s@git.example/a?token=%s',
  'https://ann:***@git.example',
  "['https://a.example:80','ann@b.example']",
  'C:/Users/ann:x@acme/file.ts',
  'see https://a.example: ask ann@b.example',
  `fetch('https://ann:$\{PASSWORD}@a.example?token=$\{token}')`,
  'a ? token : other',
])('leaves %s', (text) => {
  expect(maskUrls(text)).toBe(text)
})

describe('the time for a text full of beginnings of URLs', () => {
  it.each([
    ['schemes', (size: number) => 'http://'.repeat(size)],
    ['letters', (size: number) => `${'a'.repeat(20 * size)}://b?token=c`],
    ['users', (size: number) => 'a://b:c'.repeat(size)],
    ['quoted users', (size: number) => "'a://b:c".repeat(size)],
    ['users in brackets', (size: number) => `${'(a://b:c'.repeat(size)}@`],
    ['escaped users', (size: number) => 'a%3a%2f%2fb'.repeat(size)],
    ['signs', (size: number) => `a://${'@:'.repeat(5 * size)}`],
    ['escaped signs', (size: number) => `a://${'%40'.repeat(5 * size)}`],
    ['passwords', (size: number) => 'a://b:c@d '.repeat(size)],
    ['parameters', (size: number) => `a://b${'?token='.repeat(2 * size)}`],
    ['brackets', (size: number) => `a://b?token=${'}'.repeat(10 * size)}|`],
  ])('grows with it: %s', (_, text) => {
    expect(growth((size) => maskUrls(text(size)), 2000)).toBeLessThan(growthOfSize)
  })
})
