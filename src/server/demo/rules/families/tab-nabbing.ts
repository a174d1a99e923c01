import type { RuleFamily } from '../family.ts'

export const tabNabbing: RuleFamily = {
  key: 'missing-integrity',
  title: 'Foreign script without a digest',
  cwe: 353,
  owasp: 'integrity',
  severity: 'low',
  confidence: 'high',
  kind: 'secure default',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A page loads a script from another host without `integrity`. Whoever controls that host runs code in **our page**.',
  remedy: 'Serve the file ourselves, or name its digest.',
  impact: 'A taken-over script host reads what customers type.',
  steps: ['Copy the file into the build.', 'Else add the digest and `crossorigin`.'],
  real: 'The page takes card data.',
  harmless: 'The page is the internal style guide.',
  component: { tag: 'payments', risk: 'neutral' },
  places: [
    {
      language: 'html',
      paths: ['public/index.html', 'templates/{entities}/base.html'],
      sinks: [
        {
          slug: 'script',
          library: 'a script tag',
          setup: ['<head>', '  <meta charset="utf-8">'],
          flaw: ['  «<script src="https://cdn.metrics.example/v3.js"></script>»'],
          fix: ['  <script src="/assets/metrics-v3.js"></script>'],
          rest: ['</head>'],
        },
        {
          slug: 'stylesheet',
          library: 'a stylesheet',
          title: 'Foreign stylesheet without a digest',
          setup: ['<head>'],
          flaw: ['  «<link rel="stylesheet" href="https://cdn.fonts.example/inter.css">»'],
          fix: ['  <link rel="stylesheet" href="/assets/inter.css">'],
          rest: ['</head>'],
        },
        {
          slug: 'plaintext-form',
          library: 'a form',
          title: 'Form sent over plain HTTP',
          severity: 'medium',
          flaw: ['<form «action="http://{entities}.acme.example/save"» method="post">'],
          fix: ['<form action="/save" method="post">'],
          rest: ['  <input name="email" type="email">', '</form>'],
        },
      ],
    },
  ],
}
