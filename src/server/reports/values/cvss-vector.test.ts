import { describe, expect, test } from 'vitest'
import { scoreOfVector } from './cvss-vector.ts'

describe('the examples that FIRST publishes have the scores that it gives', () => {
  test.each([
    // CVSS 2: https://www.first.org/cvss/v2/guide, section 3.3.
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', 7.8],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10],
    ['AV:L/AC:H/Au:N/C:C/I:C/A:C', 6.2],
    // CVSS 3.0 and 3.1: https://www.first.org/cvss/v3.1/examples.
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:H/A:H', 9.9],
    ['CVSS:3.1/AV:L/AC:L/PR:H/UI:N/S:U/C:L/I:L/A:L', 4.2],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    // CVSS 4.0: https://www.first.org/cvss/v4.0/examples.
    ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3],
    ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.7],
    ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N', 8.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N', 5.1],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:L/VI:L/VA:N/SC:N/SI:N/SA:N', 6.9],
    ['CVSS:4.0/AV:L/AC:L/AT:N/PR:H/UI:N/VC:N/VI:N/VA:N/SC:H/SI:N/SA:N', 5.9],
    ['CVSS:4.0/AV:A/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:H/SI:N/SA:H', 6.4],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N', 8.7],
  ])('%s: %s', (vector, score) => {
    expect(scoreOfVector(vector)).toBe(score)
  })
})

test.each([
  ['brackets', '(AV:N/AC:L/Au:N/C:C/I:C/A:C)', null, 10],
  ['a prefix of version 2', 'CVSS2#AV:N/AC:L/Au:N/C:C/I:C/A:C', null, 10],
  ['small letters', 'cvss:3.1/av:n/ac:l/pr:n/ui:n/s:u/c:h/i:h/a:h', null, 9.8],
  ['another order', 'CVSS:3.1/A:H/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H', null, 9.8],
  ['no prefix', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'CVSSv31', 9.8],
  ['no prefix, of version 4', 'AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 'CVSSv4', 9.3],
  ['a slash at the end', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/', null, 9.8],
  ['temporal metrics', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O', null, 9.8],
  ['threat metrics', 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U', null, 8.1],
  ['no impact', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', null, 0],
])('a vector with %s', (_, vector, method, score) => {
  expect(scoreOfVector(vector, method)).toBe(score)
})

test.each([
  ['', 'no text'],
  ['CVSS:3.1/AV:N', 'missing metrics'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H', 'a missing metric'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:Z', 'an unknown value'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/A:N', 'a metric twice'],
  ['CVSS:5.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'an unknown version'],
  ['SL:1/M:1/O:0/S:2', 'another method'],
])('"%s" has no score: %s', (vector) => {
  expect(scoreOfVector(vector)).toBeNull()
})
