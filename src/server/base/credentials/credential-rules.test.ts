import { describe, expect, test } from 'vitest'
import { findsCredentials } from './credential-rules.ts'

const rule = (id: string, ...texts: string[]) => ({ tool: 'Some tool', id, weaknesses: [], texts })

describe('a rule for hard-coded credentials is told', () => {
  test.each([
    ['B105'],
    ['bandit.B106-1'],
    ['G101'],
    ['HARD_CODE_PASSWORD'],
    ['find_sec_bugs.HARD_CODE_KEY-1'],
    ['python:S2068'],
    ['javascript:S6418'],
    ['sonarjs/no-hardcoded-passwords'],
    ['sonarjs/no-hardcoded-secrets'],
    ['DS173237'],
    ['DS117838'],
    ['V5013'],
    ['TaintedUserSecret'],
    ['HS-LEAKS-26'],
    ['HardCodedCryptoKey'],
    ['OPNSTK-0001'],
    ['AVD-AWS-0129'],
    ['AZU-0037'],
    ['DS031'],
    ['AVD-KSV-0109'],
    ['KSV-01010'],
    ['CKV_LIN_1'],
    ['CKV_PAN_1'],
    ['CKV_BCW_1'],
    ['CKV_AZURE_45'],
    ['CKV_SECRET_6'],
    ['python.lang.security.hardcoded-token'],
    ['java/hardcoded-credential-api-call'],
    ['cs/password-in-configuration'],
    ['Hardcoded_Password_in_Connection_String'],
    ['generic-api-key-exposed'],
    ['aws-lambda-no-plaintext-secrets'],
    ['no-secrets/no-secrets'],
  ])('by its id: %s', (id) => expect(findsCredentials(rule(id))).toBe(true))

  test.each([
    "Possible hardcoded password: 'x'",
    'Credentials should not be hard-coded',
    'Hard coded cryptographic key found',
    'Potential hardcoded credentials',
    'Ensure no hard coded Linode tokens exist in provider',
    'Ensure that no sensitive credentials are exposed in VM custom_data',
    'Do not store tokens or keys in source code.',
    'Storing credentials inside source code can lead to security issues.',
    'The database password must not be a plaintext string',
    'Connection string embedded in the application',
    'Leaked access token',
    'PasswordIsHardCoded',
    'exposed_api_key',
    'Private key committed to the repository',
    'API token is checked in to version control',
    'Password literal in source',
    'The secret is written in the source code',
    'A static password in code',
    'Secrets in config file',
    'Hard coded pwd',
    'Hard-coded username and password',
    'Hard-coded bearer',
    'Leaking auth token in logs',
    'Password stored in plain text',
    'AWS access key is exposed in code',
    'Generic password detected',
    'Hard-coded HMAC key',
  ])('by a text: %s', (text) => expect(findsCredentials(rule('x-1', text))).toBe(true))

  test('by its help', () => {
    const help = `This rule reads ${'all of the files of a project, '.repeat(12)}and finds a hard-coded AWS access key.`
    expect(findsCredentials(rule('x-1', help))).toBe(true)
  })

  test.each(['CWE-798', 'CWE-259: Hard-coded', 'cwe-321', '522'])('by a weakness: %s', (each) =>
    expect(findsCredentials({ ...rule('x-1'), weaknesses: [each] })).toBe(true),
  )

  test('by an id of Ruff, which SonarQube gives to other rules', () => {
    expect(findsCredentials({ ...rule('S105'), tool: 'ruff' })).toBe(true)
    expect(findsCredentials({ ...rule('S106'), tool: 'SonarQube' })).toBe(false)
  })
})

describe('a rule keeps its code', () => {
  test.each([
    ['md5-used-as-password', 'MD5 is used as a password hash: md5(password)'],
    ['csrf-token-missing', 'The form has no CSRF token'],
    ['jwt-none-alg', 'The JWT token is verified with the algorithm none'],
    ['jwt-decode-without-verify', 'A token is decoded without verification'],
    ['weak-rsa-key-size', 'The key size of RSA is below 2048 bits'],
    ['B104', 'Possible binding to all interfaces: hardcoded_bind_all_interfaces'],
    ['B108', 'Probable insecure usage of temp file: hardcoded_tmp_directory'],
    ['python:S1313', 'Using hard-coded IP addresses is security-sensitive'],
    ['java:S1075', 'URIs should not be hard-coded'],
    ['i18n/no-hardcoded-strings', 'Text should be translated instead of hard-coded'],
    ['password-autocomplete', 'A password field allows autocomplete'],
    ['weak-password-policy', 'The password policy allows six characters'],
    ['empty-password-check', 'Compare the password in constant time'],
    ['timing-attack', 'A token is compared with =='],
    ['insecure-random', 'Math.random() makes a session token'],
    ['session-token-in-url', 'A session token stands in an address'],
    ['kms-key-rotation', 'The rotation of the KMS key is off'],
    ['aws-secretsmanager-secret-unencrypted', 'The secret is encrypted with the default key'],
    ['key-vault-key-expiry', 'The key of the vault does not expire'],
    ['ssh-host-key', 'The host key is accepted without a check'],
    ['react/jsx-key', 'An element of a list has no key'],
    ['no-dupe-keys', 'Duplicate key in an object'],
    ['missing-primary-key', 'A table has no primary key'],
    ['prototype-pollution', 'A key from a request is written to an object'],
    ['bcrypt-rounds', 'The password hash is computed with few rounds'],
    ['spring-actuator-exposed', 'All endpoints are exposed'],
    ['iframe-embedded', 'An embedded frame has no sandbox'],
    ['memory-leaked', 'The memory of the buffer is leaked. The key of the map stays.'],
    ['plaintext-http', 'The page is sent over HTTP in plaintext'],
    ['ldap-bind', 'A user name is part of an LDAP query'],
    ['token-lifetime', 'The token never expires'],
    ['ecb-mode', 'A key is used with the mode ECB'],
    ['ip', 'Hardcoded IP address near the token parser'],
    ['url', 'Hard-coded URL of the key server'],
    ['resource-key', 'Embedded resource key is missing'],
    ['token-buffer', 'Memory leak of the token buffer'],
    ['unused-key', 'Unused key in source files'],
    ['no-hardcoded-design-tokens', 'Use design tokens instead of hard-coded values'],
    ['hardcoded-text', 'Hardcoded text should use a translation key'],
    ['css-values', 'Hardcoded CSS values, use tokens'],
    ['proxy-key', 'Key exposed by a proxy is enumerable'],
    ['hardcoded-cache-key', 'Hard-coded cache key'],
    ['partition_key_hardcoded', 'Hardcoded partition key'],
    ['foreign-key', 'A foreign key is embedded in JSON'],
    ['map-getter', 'Expose the key of the map via getter'],
    ['csrf-in-url', 'CSRF token exposed in URL'],
    ['padding', 'The plaintext and the key have equal length'],
    ['weak-ecb', 'Weak key in plaintext mode ECB'],
    ['taint', 'A password from an untrusted source reaches a log'],
    ['lexer', 'Source code tokens are compared'],
    ['parse-token', 'Parse token in source file'],
  ])('%s', (id, text) => expect(findsCredentials(rule(id, text))).toBe(false))

  test('whose help speaks of passwords', () => {
    const help =
      `MD5 is no password hash. ${'Use a slow function, with a salt for each user. '.repeat(8)}` +
      'Passwords must never be stored in plaintext, and the token of a session must not be exposed.'
    expect(findsCredentials(rule('md5-used-as-password', help))).toBe(false)
  })
})
