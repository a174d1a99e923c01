import type { RuleFamily } from '../family.ts'

/** Comparisons whose duration tells how much was right. */
export const timingCompare: RuleFamily = {
  key: 'timing-comparison',
  title: 'Timing attack on secret comparison',
  cwe: 208,
  owasp: 'crypto',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Cryptographic Issues',
  flaw: 'A signature or token is compared with `==`, which stops at the first difference. The response time reveals **how much of the guess was correct**.',
  remedy: 'Use the constant-time comparison of the library.',
  impact: 'An attacker can determine a valid signature byte by byte.',
  steps: ['Replace the comparison.', 'Compare the lengths first if the function requires it.'],
  real: 'The webhook is public and its signature is the only check.',
  harmless: 'Both operands are digests of the value, so the timing reveals nothing about it.',
  component: { tag: 'cryptography', risk: 'low' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'equality',
          library: 'node:crypto',
          setup: ["const expected = createHmac('sha256', key).update(body).digest('hex')"],
          flaw: ['if («signature === expected») return accept({entity})'],
          fix: [
            'if (timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return accept({entity})',
          ],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'equality',
          library: 'hmac',
          setup: ['expected = hmac.new(key, body, "sha256").hexdigest()'],
          flaw: ['if «signature == expected»:'],
          fix: ['if hmac.compare_digest(signature, expected):'],
          rest: ['    accept({entity})'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'bytes-equal',
          library: 'crypto/hmac',
          flaw: ['if «bytes.Equal(mac.Sum(nil), signature)» {'],
          fix: ['if hmac.Equal(mac.Sum(nil), signature) {'],
          rest: ['\taccept({entity})', '}'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'equals',
          library: 'javax.crypto',
          flaw: ['if («Arrays.equals(expected, signature)») accept({entity});'],
          fix: ['if (MessageDigest.isEqual(expected, signature)) accept({entity});'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'equality',
          library: 'Rack',
          flaw: ['accept({entity}) if «signature == expected»'],
          fix: ['accept({entity}) if Rack::Utils.secure_compare(signature, expected)'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'equality',
          library: 'hash_hmac',
          flaw: ["if («hash_hmac('sha256', $body, $key) == $signature») {"],
          fix: ["if (hash_equals(hash_hmac('sha256', $body, $key), $signature)) {"],
          rest: ['    $this->accept(${entity});', '}'],
        },
      ],
    },
  ],
}
